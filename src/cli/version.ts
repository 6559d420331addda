import { readFileSync } from 'node:fs';

export function version(): string {
  // This file is `dist/src/cli/version.js` of the package.
  return JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')).version;
}
