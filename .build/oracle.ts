// The Express that the tests compare with. Its packages determine which versions maglev matches and what a replacement has to
// leave in node_modules. No other file names them.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const modules = fileURLToPath(new URL('../node_modules', import.meta.url));

export interface Oracle extends Identity {
  readonly dependencies: Readonly<Record<string, string>>;
  /** The files of its tarball besides package.json; folders end with a slash. */
  readonly files: readonly string[];
}

export interface Identity {
  readonly name: string;
  readonly version: string;
}

export interface Installed {
  /** The range of its dependant. */
  readonly range: string;
  readonly version: string;
  readonly folder: string;
}

/** The Express that a line is compared with. */
export function oracleOf(major: string): Oracle {
  return readPackage(join(modules, `express${major}`));
}

/** Name and version of the Express of a line. */
export function expressOf(major: string): Identity {
  return identityIn(join(modules, `express${major}`));
}

/** Name and version of a package that the Express of a line loads. */
export function dependencyOf(major: string, name: string): Identity {
  return identityIn(findPackage(join(modules, `express${major}`), name));
}

/**
 * All packages that are installed with Express of this major, by name. Of several versions, the one that npm hoists: the first
 * one found, level by level.
 */
export function closureOfOracle(major: string): Map<string, Installed> {
  return closureOf([{ range: '', version: '', folder: join(modules, `express${major}`) }]);
}

/** A dependency of this repository, by its name here. */
export function installedHere(name: string): Installed {
  return { range: '', version: readPackage(join(modules, name)).version, folder: join(modules, name) };
}

export function closureOf(dependants: readonly Installed[]): Map<string, Installed> {
  const found = new Map<string, Installed>();
  for (let level = [...dependants]; level.length > 0; ) {
    const below: Installed[] = [];
    for (const { folder } of level) {
      for (const [name, range] of Object.entries(readPackage(folder).dependencies ?? {}).sort()) {
        if (found.has(name)) continue;
        const home = findPackage(folder, name);
        const one = { range, version: readPackage(home).version, folder: home };
        found.set(name, one);
        below.push(one);
      }
    }
    level = below;
  }
  return found;
}

function findPackage(from: string, name: string): string {
  for (let folder = from; ; folder = dirname(folder)) {
    const found = join(folder, 'node_modules', name);
    if (existsSync(found)) return found;
    if (folder === dirname(folder)) throw new Error(`${name}, which ${from} needs, is not installed`);
  }
}

function identityIn(folder: string): Identity {
  const { name, version } = readPackage(folder);
  return { name, version };
}

function readPackage(folder: string): Oracle {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}
