import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { replacementsOf } from './swap/replacement.js';

/** The folder of the package, ending with a slash: this file is its `dist/src/cli/version.js`. */
export const root = fileURLToPath(new URL('../../../', import.meta.url));

export function version(): string {
  return JSON.parse(readFileSync(`${root}package.json`, 'utf8')).version;
}

/** The versions of Express that the lines match, newest first. */
export function expressVersions(): string[] {
  return [...replacementsOf(root).values()].map((replacement) => replacement.version);
}
