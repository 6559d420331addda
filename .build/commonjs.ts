// Turns the sources into CommonJS, one file per source, with the TypeScript compiler; `bundle.ts` joins them. Bundlers were
// measured and left aside: esbuild renames functions whose names occur twice in a file (monitoring tools and stack traces
// read names), and its exports are getters that V8 does not inline (54 ns for a call of an imported function, against 1 ns
// here).
//
// Packages are loaded when they are first used, not where they are imported: most applications use few of them, and loading
// all took longer than everything else. Only what a file does with a package while it is loaded itself loads it at once.
//
// The compiler's own import helpers are replaced, for the same reason and for a second one: a default import of a
// dependency has to mean module.exports, as it does when Node runs the sources as ESM.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { compile } from './compile.js';

/** Compiles `src/` and `compiler/` into folders of the same names below `outdir`. */
export function compileToCommonJS(outdir: string): void {
  compile('commonjs.json', outdir);
  for (const file of readdirSync(outdir, { recursive: true, encoding: 'utf8' })) {
    if (file.endsWith('.js'))
      writeFileSync(outdir + file, linkImports(file, readFileSync(outdir + file, 'utf8')));
  }
}

/** Makes something when it is first asked for. */
const ON_DEMAND = (name: string): string => `const ${name} = (make) => {
    let made;
    return () => made ??= make();
};`;

export const HELPERS: Readonly<Record<string, string>> = {
  __foreign: `const __foreign = (exports) => Object.create(exports, { default: { value: exports, enumerable: true } });`,
  __once: ON_DEMAND('__once'),
  // What a package exports. Bundles have their own, which loads it soon in any case.
  __deferred: ON_DEMAND('__deferred'),
  // Bundlers that make an ES module of a program leave `__filename` as it is, and there is none. Any path will do there: what is
  // required relative to it has been bundled.
  __fileUrl: `const __fileUrl = typeof __filename === "string" ? require("node:url").pathToFileURL(__filename).href : "file:///C:/bundle.js";`,
  // Hands on the properties themselves: one getter that looks names up would be the slow kind again.
  __exportStar: `const __exportStar = (source, exports) => {
    for (const name of Object.keys(source)) {
        if (name === "default" || Object.hasOwn(exports, name)) continue;
        Object.defineProperty(exports, name, Object.getOwnPropertyDescriptor(source, name));
    }
};`,
};

function linkImports(file: string, text: string): string {
  const linked = text
    .replace(/__import(?:Default|Star)\(require\(("\.[^"]*")\)\)/g, 'require($1)')
    .replace(/__import(?:Default|Star)\(require\(("[^"]*")\)\)/g, '__foreign(require($1))')
    .replace(/__importDefault\((\w+)\)\.default/g, (_, name) =>
      isOwn(name, text) ? `${name}.default` : name,
    )
    // A CommonJS file has this one already, and may not declare it again.
    .replace(/^const require = .*createRequire\)\(import\.meta\.url\);$/m, '')
    .replace(/\bimport\.meta\.url\b/g, '__fileUrl');
  return withHelpers(file, deferPackages(linked));
}

/** Modules of Node that take as long to load as packages do, and that few requests need. */
const SLOW = ['node:crypto', 'node:zlib'];

function deferPackages(text: string): string {
  const declared = deferImports(text, (id) => {
    return !id.startsWith('.') && (!isBuiltin(id) || SLOW.includes(id));
  });
  // Making one takes longer than loading depd. Called in place, since depd looks at who calls it.
  return makeLate(declared, /^const (\w+) = (\(0, depd_1\(\)\.default\)\(.*\));$/gm, '__once');
}

/** Lets a compiled file load what `isLate` chooses of its imports when it first uses them. */
export function deferImports(text: string, isLate: (request: string) => boolean): string {
  return makeLate(text, /^const (\w+) = (.*require\("([^"]+)"\)\)?);$/gm, '__deferred', isLate);
}

/** Makes a function of each variable whose declaration matches: name, value, and what is imported if anything is. */
function makeLate(
  text: string,
  declaration: RegExp,
  helper: string,
  isLate: (request: string) => boolean = () => true,
): string {
  const names: string[] = [];
  const declared = text.replace(declaration, (all, name, value, request) => {
    if (!isLate(request)) return all;
    names.push(name);
    return `const ${name} = ${helper}(() => ${value});`;
  });
  return names.reduce((rest, name) => {
    return rest.replace(new RegExp(`(?<!const )\\b${name}\\b`, 'g'), `${name}()`);
  }, declared);
}

function withHelpers(file: string, linked: string): string {
  const unknown = /\b__import\w+|\bimport\.meta\b/.exec(linked);
  if (unknown !== null) throw new Error(`${file}: the build has no CommonJS for ${unknown[0]}`);
  const needed = Object.keys(HELPERS).filter((name) => linked.includes(name));
  return linked.replace(
    /^("use strict";\n)?/,
    ['"use strict";', ...needed.map((name) => HELPERS[name]), ''].join('\n'),
  );
}

/** The text of a compiled file for a bundle, which has the helpers once. */
export function withoutHelpers(text: string): string {
  return Object.values(HELPERS).reduce((rest, helper) => rest.replace(`${helper}\n`, ''), text);
}

// `export { default } from 'x'` is written with the name of the variable that holds the module.
function isOwn(variable: string, text: string): boolean {
  return text.includes(`${variable} = require(".`);
}
