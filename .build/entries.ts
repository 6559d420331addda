// Writes the files that users load first: for each entry of the package a `.cjs` and a `.mjs` file, for each stand-in its main one.
import { createRequire } from 'node:module';
import { type Bundled, loadExpression } from './bundle.js';
import { packageLoads } from './deep.js';
import type { Entry } from './manifest.js';
import { write } from './write.js';

const require = createRequire(import.meta.url);

/** What an entry gives, where nothing else does: its default export, or all its names. */
const PLAIN = 'implementation.default ?? implementation';

/** Writes the entries of the package under its own name; `main` is the one that loads what agents wait for. */
export function writeEntries(root: string, bundled: Bundled, entries: Entry[], main: string): void {
  for (const { specifier, name } of entries) {
    const file = `${root}dist/${name}.cjs`;
    write(
      file,
      commonJSEntry(
        name,
        bundled,
        PLAIN,
        name === main ? packageLoads(bundled, `dist/${name}.cjs`, name) : [],
      ),
    );
    write(`${root}dist/${name}.mjs`, esmEntry(name, bundled, ...namesOf(file, bundled, name, specifier)));
  }
}

/** Writes an entry of a stand-in. `isMain` says whether it is that of its line: it loads through the files that Express has. */
export function writeStandInEntry(root: string, bundled: Bundled, name: string, isMain: boolean): void {
  const entry = isMain ? `require('../lib/express.js')` : PLAIN;
  write(`${root}dist/${name}.cjs`, commonJSEntry(name, bundled, entry));
}

function implementationOf(name: string, bundled: Bundled): string {
  const path = `src/${name}.js`;
  return bundled.has(path) ? loadExpression(`dist/${name}.cjs`, path, bundled) : `require('./${path}')`;
}

// `require()` gives the default export itself, or all the names where there is no default. A name that it does not
// carry is added where listings do not show it: `default`, for compilers that read it, and `Router` on the router.
function commonJSEntry(name: string, bundled: Bundled, entry: string, lines: readonly string[] = []): string {
  return `'use strict';
const implementation = ${implementationOf(name, bundled)};
const entry = ${entry};
${lines.map((line) => `${line}\n`).join('')}for (const name of ['default', ...Object.keys(implementation)]) {
  const value = name === 'default' ? entry : implementation[name];
  if (!(name in entry)) Object.defineProperty(entry, name, { value, configurable: true, writable: true });
}
module.exports = entry;
`;
}

// ESM names are static, hence listed; some of them (static) are reserved words, hence exported under aliases. What an entry
// loads on demand has another form for those who name it.
function esmEntry(name: string, bundled: Bundled, names: string[], onDemand: string[]): string {
  const lines = names.map((member) => {
    return `const $${member} = ${onDemand.includes(member) ? 'implementation' : 'entry'}.${member};`;
  });
  const path = `src/${name}.js`;
  const second =
    onDemand.length > 0
      ? `import bundle from './bundle/${bundled.get(path)}.js';\n\nconst implementation = bundle.load('${path}');\n`
      : '';
  const aliases = names.map((member) => `$${member} as ${member}`);
  return `import entry from './${name}.cjs';
${second}
export default entry;
${lines.join('\n')}
export { ${aliases.join(', ')} };
`;
}

/** The names of an entry, and those among them that are loaded when they are first read. */
function namesOf(
  file: string,
  bundled: Bundled,
  name: string,
  specifier: string,
): [names: string[], onDemand: string[]] {
  const path = `src/${name}.js`;
  const home = bundled.get(path);
  // What is in no bundle is there for what it does when it is loaded, which is not wanted here.
  if (home === undefined) return [[], []];
  const entry = require(file);
  const module = require(file.replace(/[^/]+$/, `bundle/${home}.js`)).load(path);
  const names = Object.keys(module).filter((name) => name !== 'default');
  const isLoaded = (name: string) => Object.getOwnPropertyDescriptor(entry, name)?.get === undefined;
  const different = names.filter((name) => isLoaded(name) && entry[name] !== module[name]);
  if (different.length > 0) {
    throw new Error(`require('${specifier}') and import give different ${different.join(', ')}`);
  }
  return [names, names.filter((name) => !isLoaded(name))];
}
