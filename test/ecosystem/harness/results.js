import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
// dist/ has to be built before.
import { commit } from '../../../dist/bench/environment.js';
import { ecosystem, linesFolder, readJson, root } from './folders.js';

const folder = join(root, 'bench/results');

/** Writes what passed to bench/results, from where `npm run docs:figures` reads it. */
export function writeResults(name, results) {
  const about = {
    date: new Date().toISOString().slice(0, 10),
    source: `commit ${commit()}`,
    node: process.version,
  };
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify({ ...about, ...results }, null, 1)}\n`);
}

/** The installed version of a package, for a major version of Express. */
export function versionOf(name, line) {
  const fileIn = (home) => join(home, 'node_modules', name, 'package.json');
  const older = fileIn(join(linesFolder, String(line)));
  return readJson(existsSync(older) ? older : fileIn(ecosystem)).version;
}
