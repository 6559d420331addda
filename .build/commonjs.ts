// Compiles the sources to CommonJS, one file per source, with the TypeScript compiler; `bundle.ts` joins them. Bundlers were
// measured and rejected. esbuild renames functions whose names occur twice in a file, and monitoring tools and stack traces
// read names. Its exports are getters that V8 does not inline: 54 ns for a call of an imported function, against 1 ns here.
//
// Packages are loaded when they are first used, not where they are imported: most applications use few of them, and loading
// all of them took longer than everything else. A package is loaded immediately only if a file uses it while loading.
//
// The compiler's import helpers are replaced for the same reason, and because a default import of a dependency has to mean
// module.exports, as it does when Node runs the sources as ESM.
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

/** Modules of Node that Express works without, or uses too little to be disturbed by a test that mocks them. */
const UNMOCKED =
  /require\("(node:(?:async_hooks|buffer|diagnostics_channel|process|timers|timers\/promises|vm))"\)/g;

/** A module of Node, also if a test runner replaces it. Node 20.16 and later have `getBuiltinModule`. */
function unmocked(id: string): string {
  return `(process.getBuiltinModule?.("${id}") ?? require("${id}"))`;
}

/** Creates a value on first use. */
const ON_DEMAND = (name: string): string => `const ${name} = (make) => {
    let made;
    return () => made ??= make();
};`;

export const HELPERS: Readonly<Record<string, string>> = {
  __foreign: `const __foreign = (exports) => Object.create(exports, { default: { value: exports, enumerable: true } });`,
  __once: ON_DEMAND('__once'),
  // For the exports of a package. Bundles have their own version, which loads packages soon in any case.
  __deferred: ON_DEMAND('__deferred'),
  // Bundlers that generate an ES module keep `__filename`, which does not exist there. Any path works in that case: everything
  // that is required relative to it has been bundled.
  __fileUrl: `const __fileUrl = typeof __filename === "string" ? ${unmocked('node:url')}.pathToFileURL(__filename).href : "file:///C:/bundle.js";`,
  // Copies the property descriptors: a getter that looks names up would be slow again.
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
    // A CommonJS file already has `require`, and must not declare it again.
    .replace(/^const require = .*createRequire\)\(import\.meta\.url\);$/m, '')
    .replace(/\bimport\.meta\.url\b/g, '__fileUrl')
    .replace(UNMOCKED, (_, id) => unmocked(id));
  return withHelpers(file, deferPackages(linked));
}

/** Modules of Node that take as long to load as packages, and that few requests need. */
const SLOW = ['node:crypto', 'node:zlib'];

function deferPackages(text: string): string {
  const declared = deferImports(text, (id) => {
    return !id.startsWith('.') && (!isBuiltin(id) || SLOW.includes(id));
  });
  // Creating a deprecate function takes longer than loading depd. It is called in place, because depd inspects its caller.
  return makeLate(declared, /^const (\w+) = (\(0, depd_1\(\)\.default\)\(.*\));$/gm, '__once');
}

/** Makes a compiled file load the imports that `isLate` selects when it first uses them. */
export function deferImports(text: string, isLate: (request: string) => boolean): string {
  return makeLate(text, /^const (\w+) = (.*require\("([^"]+)"\)\)?);$/gm, '__deferred', isLate);
}

/** Turns each variable whose declaration matches into a function. Groups of the pattern: name, value, imported module if any. */
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
    const isPackage = helper === '__deferred' && !request.startsWith('.') && !isBuiltin(request);
    return `const ${name} = ${helper}(() => ${value}${isPackage ? `, "${request}"` : ''});`;
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

/** The text of a compiled file for a bundle, which contains the helpers once. */
export function withoutHelpers(text: string): string {
  return Object.values(HELPERS).reduce((rest, helper) => rest.replace(`${helper}\n`, ''), text);
}

// `export { default } from 'x'` is compiled with the name of the variable that holds the module.
function isOwn(variable: string, text: string): boolean {
  return text.includes(`${variable} = require(".`);
}
