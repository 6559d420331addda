// Writes the files that users load first: a `.cjs` and a `.mjs` file for each entry, and the main entry of each replacement.
import { createRequire } from 'node:module';
import { type Bundled, loadExpression } from './bundle.js';
import { packageLoads } from './deep.js';
import type { Entry } from './manifest.js';
import { write } from './write.js';

const require = createRequire(import.meta.url);

/** What an entry exports by default: its default export, or all its names. */
const PLAIN = 'implementation.default ?? implementation';

/** Writes the entries of the package under its own name; `main` is the one that loads the packages that agents look for. */
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

/** Writes an entry of a replacement. With `isMain`, it is the entry of its line and loads through Express's files. */
export function writeReplacementEntry(root: string, bundled: Bundled, name: string, isMain: boolean): void {
  const entry = isMain ? `require('../lib/express.js')` : PLAIN;
  write(`${root}dist/${name}.cjs`, commonJSEntry(name, bundled, entry));
}

function implementationOf(name: string, bundled: Bundled): string {
  const path = `src/${name}.js`;
  return bundled.has(path) ? loadExpression(`dist/${name}.cjs`, path, bundled) : `require('./${path}')`;
}

// `require()` returns the default export itself, or all names if there is no default. Names that the export does not have are
// added as non-enumerable: `default`, for compilers that read it, and `Router` on the router.
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

// ESM names are static, so they are listed. Some of them (static) are reserved words, so they are exported under aliases. What
// an entry loads on demand is taken from the implementation. Node 23 and later add a name to those of every CommonJS package,
// `module.exports`: it is the only one that they find in the `.cjs` file.
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
export * from './${name}.cjs';
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
  // An entry outside all bundles is loaded for its side effects, which must not happen here.
  if (home === undefined) return [[], []];
  const entry = require(file);
  const module = require(file.replace(/[^/]+$/, `bundle/${home}.js`)).load(path);
  const names = Object.keys(module).filter((name) => name !== 'default');
  const isLoaded = (name: string) => Object.getOwnPropertyDescriptor(entry, name)?.get === undefined;
  const different = names.filter((name) => isLoaded(name) && entry[name] !== module[name]);
  if (different.length > 0) {
    throw new Error(`require('${specifier}') and import export different values for ${different.join(', ')}`);
  }
  return [names, names.filter((name) => !isLoaded(name))];
}
