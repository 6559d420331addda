import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { oracleOf } from '../../.build/oracle.js';
import { tarballOf } from '../../src/cli/swap/tarball.js';

/** Packages that depend on an Express: that of the project, an older one, and one of another major. */
const USERS: Readonly<Record<string, string>> = { uses: '^4.17.1', pins: '4.18.2', newer: '^5.0.0' };

/** Exports which Express it has. */
export const PROGRAM = `const { version, maglev = null } = require('express/package.json');
  module.exports = { version, maglev, makes: typeof require('express')() };`;

/** Writes the packages to a folder of a project. Returns its dependencies on them. */
export function addUsers(folder: string, place = 'packages'): Record<string, string> {
  mkdirSync(join(folder, place), { recursive: true });
  return Object.fromEntries(
    Object.entries(USERS).map(([name, express]) => {
      const manifest = { name, version: '1.0.0', dependencies: { express } };
      const files = { 'package.json': JSON.stringify(manifest), 'index.js': PROGRAM };
      const contents = Object.entries(files).map(([path, text]) => [path, Buffer.from(text)] as const);
      writeFileSync(join(folder, place, `${name}.tgz`), tarballOf(new Map(contents)));
      return [name, `file:./${place}/${name}.tgz`];
    }),
  );
}

/** A program that prints which Express the project and its packages have. */
export const SHOW = `
  const { version, maglev = null } = require('express/package.json');
  const project = { version, maglev, makes: typeof require('express')() };
  const seen = { project, uses: require('uses'), pins: require('pins'), newer: require('newer') };
  process.stdout.write(JSON.stringify(seen));`;

export interface Seen {
  readonly version: string;
  readonly maglev: string | null;
  readonly makes: string;
}

/** The output of that program in a project with `node_modules` folders. */
export function seenBy(folder: string): Record<string, Seen> {
  return JSON.parse(execFileSync(process.execPath, ['-e', SHOW], { cwd: folder, encoding: 'utf8' }));
}

const four = oracleOf('4').version;
const five = oracleOf('5').version;

/** The expected output before and after. */
export const SEEN = {
  original: seen({ project: four, uses: four, pins: USERS.pins!, newer: five }, null),
  swapped: (maglev: string) => seen({ project: four, uses: four, pins: four, newer: five }, maglev),
};

function seen(versions: Record<string, string>, maglev: string | null): Record<string, Seen> {
  return Object.fromEntries(
    Object.entries(versions).map(([name, version]) => [name, { version, maglev, makes: 'function' }]),
  );
}
