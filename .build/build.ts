// Writes dist/. The implementation exists once, as CommonJS; the ESM entries import it. So a Router made through
// require is the same class as one made through import, and a patch made to one is seen by the other.
import { cpSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileToCommonJS } from './commonjs.js';
import { type Entry, readEntries } from './entries.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const require = createRequire(import.meta.url);

// Built aside and moved into place, so that whoever uses dist/ meanwhile never sees half of it.
const staging = `${root}.cache/dist-${process.pid}/`;
try {
  buildInto(staging);
  rmSync(`${root}dist`, { recursive: true, force: true });
  renameSync(staging, `${root}dist`);
} catch (error) {
  console.error(`The build failed: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
} finally {
  rmSync(staging, { recursive: true, force: true });
}

function buildInto(outdir: string): void {
  write(`${outdir}package.json`, '{ "type": "commonjs" }\n');
  compileToCommonJS(outdir);
  for (const entry of readEntries(root)) writeEntry(outdir, entry);
  cpSync(`${root}src/types`, outdir, { recursive: true });
}

function writeEntry(outdir: string, { specifier, name }: Entry): void {
  write(`${outdir}${name}.cjs`, commonJSEntry(name));
  write(`${outdir}${name}.mjs`, esmEntry(name, namesOf(`${outdir}${name}.cjs`, specifier)));
}

// `require()` gives the default export itself, or all the names where there is no default. A name that it does not
// carry is added where listings do not show it: `default`, for compilers that read it, and `Router` on the router.
function commonJSEntry(name: string): string {
  return `'use strict';
const implementation = require('./src/${name}.js');
const entry = implementation.default ?? implementation;
for (const name of ['default', ...Object.keys(implementation)]) {
  const value = name === 'default' ? entry : implementation[name];
  if (!(name in entry)) Object.defineProperty(entry, name, { value, configurable: true, writable: true });
}
module.exports = entry;
`;
}

// ESM names are static, hence listed; some of them (static) are reserved words, hence exported under aliases.
function esmEntry(name: string, names: string[]): string {
  const lines = names.map((member) => `const $${member} = entry.${member};`);
  const aliases = names.map((member) => `$${member} as ${member}`);
  return `import entry from './${name}.cjs';

export default entry;
${lines.join('\n')}
export { ${aliases.join(', ')} };
`;
}

function namesOf(file: string, specifier: string): string[] {
  const entry = require(file);
  const module = require(file.replace(/([^/]+)\.cjs$/, 'src/$1.js'));
  const names = Object.keys(module).filter((name) => name !== 'default');
  const different = names.filter((name) => entry[name] !== module[name]);
  if (different.length > 0) {
    throw new Error(`require('${specifier}') and import give different ${different.join(', ')}`);
  }
  return names;
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
