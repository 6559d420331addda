// What the Express of a line, which the tests compare with, says about itself and about the packages that it loads.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

export interface Identity {
  readonly name: string;
  readonly version: string;
}

/** Name and version of the Express of a line. */
export function expressOf(major: string): Identity {
  return identityIn(require.resolve(`express${major}/package.json`));
}

/** Name and version of a package, as the Express of a line loads it. */
export function dependencyOf(major: string, name: string): Identity {
  const express = createRequire(require.resolve(`express${major}/package.json`));
  return identityIn(express.resolve(`${name}/package.json`));
}

function identityIn(manifest: string): Identity {
  const { name, version } = JSON.parse(readFileSync(manifest, 'utf8'));
  return { name, version };
}
