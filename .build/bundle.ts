// Bundles the files that an application loads, because finding, reading and compiling a file costs more than running it.
// `dist/bundle/core.js` has what every line needs, and `v4.js` and `v3.js` have what these lines add. `late.js` has what no
// process needs for its first responses, and is loaded on first use, like packages. Each source stays a separate function, which
// is called when it is first required. So names, load order and sharing are the same as in the compiled files. Bundlers that
// merge the scopes of files rename functions whose name occurs in two of them.
//
// Packages that no project could share are bundled too, one file for each package in `dist/vendor`: see `vendor.ts`.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path/posix';
import { deferImports, HELPERS, withoutHelpers } from './commonjs.js';
import { compact } from './compact.js';
import type { Manifest } from './manifest.js';
import { type Part, sourceMapOf } from './source-map.js';
import { type Vendor, vendorPackages } from './vendor.js';
import { write } from './write.js';

/** The entries of the package that have a bundle. Each bundle builds on the ones before it. */
const BUNDLES: readonly { readonly name: string; readonly entries: readonly string[] }[] = [
  { name: 'core', entries: ['index', 'router', 'parsers'] },
  { name: 'v4', entries: ['v4'] },
  { name: 'v3', entries: ['v3'] },
];
/**
 * Sources that are loaded when they are first used, with everything that only they import: they are a fifth of the text that was
 * compiled at every start. While they load, they must not use anything that users could replace. No other source may use them
 * while it loads.
 */
const LATE = [
  'compiler/compile.js',
  'compiler/explain.js',
  'compiler/listing.js',
  'compiler/tree.js',
  'src/registration/url.js',
];

/** The output for a source that has only types, which is never loaded. */
const EMPTY = /^"use strict";\nObject\.defineProperty\(exports, "__esModule", .*\);\n(\/\/# .*\n?)?$/;
/** A `require` of a literal. */
const REQUIRE = /\brequire\(("|')([^"']+)\1\)/g;

/** The bundle of each compiled file, by its path below `dist/`. */
export type Bundled = ReadonlyMap<string, string>;

export interface Bundling {
  readonly bundled: Bundled;
  /** The bundled packages: their files below `dist/`, by the names that maglev's sources import. */
  readonly vendored: Vendor['files'];
}

/**
 * Bundles the compiled files below `outdir`, and makes the remaining files load the bundled ones from there. `besides` returns
 * the sources that other files load together with an entry.
 */
export function bundle(
  outdir: string,
  { dependencies, devDependencies }: Manifest,
  besides: (entry: string) => readonly string[],
): Bundling {
  const bundled = assign(outdir, besides);
  const packages = packagesIn(outdir, bundled).filter((name) => name in devDependencies);
  const vendor = vendorPackages(outdir, packages, Object.keys(dependencies));
  for (const name of new Set(bundled.values())) writeBundle(outdir, name, bundled, vendor);
  for (const path of bundled.keys())
    for (const file of [path, `${path}.map`]) rmSync(outdir + file, { force: true });
  for (const path of compiledIn(outdir)) linkToBundles(outdir, path, bundled, vendor);
  return { bundled, vendored: vendor.files };
}

/** An expression that loads a bundled source, for a file at a path below the root of the package. */
export function loadExpression(from: string, path: string, bundled: Bundled): string {
  const home = bundled.get(path);
  return `require('${relativeTo(from, `dist/bundle/${home === 'late' ? 'core' : home}.js`)}').load('${path}')`;
}

/** Assigns each source to the first bundle that needs it. */
function assign(outdir: string, besides: (entry: string) => readonly string[]): Map<string, string> {
  const bundled = new Map<string, string>();
  const add = (name: string, waiting: string[]): void => {
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      if (bundled.has(path) || isLate(path, name)) continue;
      bundled.set(path, name);
      waiting.push(...importsOf(outdir, path));
    }
  };
  for (const { name, entries } of BUNDLES) {
    const sources = entries.flatMap((entry) => [entry, ...besides(entry)]);
    add(
      name,
      sources.map((source) => `src/${source}.js`),
    );
    if (name === 'core') add('late', [...LATE]);
  }
  return bundled;
}

/** Whether a source is loaded late when a source of this bundle imports it. */
function isLate(path: string, bundle: string): boolean {
  return bundle !== 'late' && LATE.includes(path);
}

function importsOf(outdir: string, path: string): string[] {
  return requestsOf(outdir, path)
    .filter(isRelative)
    .map((request) => join(dirname(path), request));
}

function packagesIn(outdir: string, bundled: Bundled): string[] {
  const requests = [...bundled.keys()].flatMap((path) => requestsOf(outdir, path));
  return [...new Set(requests.filter((one) => !isRelative(one)))].sort();
}

function writeBundle(outdir: string, name: string, bundled: Bundled, vendor: Vendor): void {
  const file = `bundle/${name}.js`;
  const lines: string[] = [
    "'use strict';",
    ...headOf(name),
    ...Object.values({ ...HELPERS, ...LATE_HELPERS }).flatMap((helper) => helper.split('\n')),
  ];
  const parts: Part[] = [];
  const paths = [...bundled.keys()].filter((path) => bundled.get(path) === name).sort();
  for (const path of paths) {
    const text = deferImports(withoutHelpers(readFileSync(outdir + path, 'utf8')), (request) =>
      isLate(join(dirname(path), request), name),
    );
    parts.push({ line: lines.length, source: sourceOf(path, file), mappings: mappingsOf(outdir, path) });
    // Replaces the line `"use strict";`, so that the lines of the source map stay correct. The parentheses make V8 compile the
    // function with the file: nearly all are called immediately, and would be parsed twice otherwise.
    lines.push(`__define("${path}", (function (module, exports) {`);
    const linked = text.replace(/^"use strict";\n/, '').replace(REQUIRE, (all, _quote, request) => {
      return isRelative(request)
        ? loadFrom(name, join(dirname(path), request), bundled)
        : vendor.load(all, request, file);
    });
    lines.push(
      ...linked
        // A bundled package is not looked up by its name.
        .replace(/(__deferred\(.*require\("\.\.\/vendor\/.*), "[^"]+"\);$/gm, '$1);')
        .replace(/\n\/\/# sourceMappingURL=.*\n?$/, '\n')
        .trimEnd()
        .split('\n'),
      '}));',
    );
  }
  if (name === 'late') lines.push('});');
  write(outdir + file, `${lines.join('\n')}\n//# sourceMappingURL=${name}.js.map\n`);
  write(`${outdir}${file}.map`, JSON.stringify(sourceMapOf(parts)));
}

/**
 * The first bundle has the loader, and the others add to it. The late bundle receives the loader as an argument: by the time it
 * is loaded, `require` may return another one, because tools that reload modules clear its cache.
 */
function headOf(name: string): string[] {
  if (name === 'core') return LOADER.trim().split('\n');
  if (name === 'late') return ['module.exports = (({ define: __define, load: __load }) => {'];
  const before = BUNDLES[BUNDLES.findIndex((one) => one.name === name) - 1]!.name;
  return [`const { define: __define, load: __load } = module.exports = require('./${before}.js');`];
}

/** Everything that is still unused is loaded in the end, as if it had been loaded immediately (`src/packages.ts`). */
const LATE_HELPERS = {
  __deferred: 'const __deferred = (load, name) => __load("src/packages.js").defer(load, name);',
  __once: 'const __once = (make) => __load("src/packages.js").once(make);',
};

const LOADER = `
const __definitions = new Map();
const __loaded = new Map();
function __define(path, run) {
  __definitions.set(path, run);
}
function __load(path) {
  const found = __loaded.get(path);
  if (found !== undefined) return found.exports;
  const module = { exports: {} };
  __loaded.set(path, module);
  let isComplete = false;
  try {
    (__definitions.get(path) ?? __late(path))(module, module.exports);
    isComplete = true;
  } finally {
    if (!isComplete) __loaded.delete(path);
  }
  return module.exports;
}
function __late(path) {
  require("./late.js")(module.exports);
  return __definitions.get(path);
}
module.exports = { define: __define, load: __load };
`;

function loadFrom(name: string, path: string, bundled: Bundled): string {
  const home = bundled.get(path);
  if (home === undefined) throw new Error(`${path} is in no bundle, but ${name} needs it`);
  return `__load("${path}")`;
}

function linkToBundles(outdir: string, path: string, bundled: Bundled, vendor: Vendor): void {
  const text = readFileSync(outdir + path, 'utf8');
  if (EMPTY.test(text)) {
    for (const file of [path, `${path}.map`]) rmSync(outdir + file, { force: true });
    return;
  }
  const linked = text.replace(REQUIRE, (all, _quote, request) => {
    if (!isRelative(request)) return vendor.load(all, request, path);
    const wanted = join(dirname(path), request);
    return bundled.has(wanted) ? loadExpression(`dist/${path}`, wanted, bundled) : all;
  });
  writeFileSync(outdir + path, compact(linked.replace(/\n\/\/# sourceMappingURL=.*\n?$/, '\n')));
  rmSync(`${outdir}${path}.map`, { force: true });
}

function requestsOf(outdir: string, path: string): string[] {
  return [...readFileSync(outdir + path, 'utf8').matchAll(REQUIRE)].map(([, , request]) => request!);
}

function compiledIn(outdir: string): string[] {
  return ['src', 'compiler'].flatMap((folder) => {
    if (!existsSync(outdir + folder)) return [];
    const files = readdirSync(outdir + folder, { recursive: true, encoding: 'utf8' });
    return files
      .filter((file) => file.endsWith('.js'))
      .map((file) => `${folder}/${file.replaceAll('\\', '/')}`);
  });
}

function sourceOf(path: string, file: string): string {
  return relativeTo(`dist/${file}`, path.replace(/js$/, 'ts'));
}

function mappingsOf(outdir: string, path: string): string {
  return JSON.parse(readFileSync(`${outdir}${path}.map`, 'utf8')).mappings;
}

function isRelative(request: string): boolean {
  return request.startsWith('.');
}

function relativeTo(from: string, to: string): string {
  const path = relative(dirname(from), to);
  return path.startsWith('.') ? path : `./${path}`;
}
