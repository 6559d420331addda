// The package's entries live in one place: the `exports` of package.json. An entry that answers both require and import
// and points at `dist/name.*` stands for `src/name.ts`; adding one there is all the build needs.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Bundled, loadExpression } from './bundle.js';
import { packageLoads } from './deep.js';
import { write } from './write.js';

const require = createRequire(import.meta.url);

/** What an entry gives, where nothing else does: its default export, or all its names. */
const PLAIN = 'implementation.default ?? implementation';

export interface Entry {
  /** What a user imports: 'maglev', 'maglev/router'. */
  readonly specifier: string;
  /** Base name of the source and of the generated files. */
  readonly name: string;
}

export interface Targets {
  import: { types: string; default: string };
  require: { types: string; default: string };
}

export interface Manifest {
  name: string;
  version: string;
  description: string;
  keywords: string[];
  license: string;
  author: string;
  main: string;
  types: string;
  typesVersions: object;
  engines: Record<string, string>;
  files: string[];
  dependencies: Record<string, string>;
  peerDependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  exports: Record<string, string | Targets>;
}

export function readManifest(root: string): Manifest {
  return JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
}

/** The lines that the package has, with the targets of their entries `./v<major>`. */
export function linesOf(manifest: Manifest): [major: string, Targets][] {
  return Object.entries(manifest.exports).flatMap(([key, targets]) => {
    const major = /^\.\/v(\d+)$/.exec(key)?.[1];
    return major === undefined ? [] : [[major, targets as Targets]];
  });
}

/** The entries in package.json, after checking that each points at the files which the build writes. */
export function readEntries(root: string): Entry[] {
  const manifest = readManifest(root);
  return Object.entries(manifest.exports).flatMap(([key, targets]) => {
    if (typeof targets === 'string') return [];
    const name = nameOf(targets);
    assertTargets(key, targets, name);
    return [{ specifier: manifest.name + key.slice(1), name }];
  });
}

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

/** The base name of the files that an entry points at. */
export function nameOf(targets: Targets): string {
  return /^\.\/dist\/(\w+)\./.exec(targets?.require?.default)?.[1] ?? 'index';
}

function implementationOf(name: string, bundled: Bundled): string {
  const path = `src/${name}.js`;
  return bundled.has(path) ? loadExpression(`dist/${name}.cjs`, path, bundled) : `require('./${path}')`;
}

function assertTargets(key: string, actual: unknown, name: string): void {
  const expected = {
    import: { types: `./dist/${name}.d.mts`, default: `./dist/${name}.mjs` },
    require: { types: `./dist/${name}.d.cts`, default: `./dist/${name}.cjs` },
  };
  // Conditions are matched in the order written, so the comparison minds the order too.
  if (JSON.stringify(actual) !== JSON.stringify(expected)) {
    throw new Error(`package.json exports["${key}"] must be ${JSON.stringify(expected, null, 2)}`);
  }
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
