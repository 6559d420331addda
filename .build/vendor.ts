// Packages that come along in `dist/vendor`, one file each: those that no project could share with us, because Express has
// none of them or another major. The others stay outside: a project has them from elsewhere too, and may hold what they
// make (`instanceof` of http-errors), have changed what they know (mime-types), have replaced or mended them.
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { dirname, relative } from 'node:path/posix';
import { fileURLToPath } from 'node:url';
import { write } from './write.js';

const require = createRequire(import.meta.url);
const modules = fileURLToPath(new URL('../node_modules/', import.meta.url)).replaceAll('\\', '/');

const REQUIRE = /\brequire\(("|')([^"']+)\1\)/g;

export interface Vendor {
  /** By the names that our sources import: the files below `dist/`. */
  readonly files: ReadonlyMap<string, string>;
  /** What to write for a `require` of a package in the file at a path below `dist/`. */
  load(all: string, request: string, from: string): string;
}

/** A package with those of its files that are needed. */
interface Package {
  readonly folder: string;
  readonly name: string;
  readonly version: string;
  readonly license: string;
  /** Below `dist/`. */
  readonly file: string;
  readonly main: string;
}

const packages = new Map<string, Package>();

/** Writes a file for each of these packages, and for those that they need. */
export function vendorPackages(outdir: string, names: readonly string[], outside: readonly string[]): Vendor {
  packages.clear();
  const byName = new Map(names.map((name) => [name, add(require.resolve(name))]));
  // Others are added while files are written.
  for (const one of packages.values()) writePackage(outdir, one, outside);
  write(`${outdir}vendor/NOTICE`, noticeOf([...packages.values()]));
  const files = new Map([...byName].map(([name, { file }]) => [name, file]));
  return {
    files,
    load(all, request, from) {
      const file = files.get(request);
      return file === undefined ? all : `require("${relative(dirname(from), file)}")`;
    },
  };
}

function add(main: string): Package {
  const path = main.replaceAll('\\', '/');
  const end = path.indexOf('/', path.lastIndexOf('/node_modules/') + '/node_modules/'.length);
  const folder = path.slice(0, end + 1);
  const found = JSON.parse(readFileSync(`${folder}package.json`, 'utf8'));
  const key = `${found.name}-${found.version}`;
  // The same version may lie in several places.
  const known = packages.get(key);
  if (known !== undefined) return known;
  const { name, version, license } = found;
  const one = { folder, name, version, license, main: path, file: `vendor/${key}.js` };
  packages.set(key, one);
  return one;
}

function writePackage(outdir: string, one: Package, outside: readonly string[]): void {
  const { folder, main, file } = one;
  const waiting = [main];
  const parts = new Map<string, string>();
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (parts.has(path)) continue;
    const from = createRequire(path);
    const text = textOf(path).replace(REQUIRE, (all, _quote, request) => {
      if (isBuiltin(request) && !request.endsWith('/')) return all;
      const found = tryToResolve(from, request);
      if (found === undefined) return all;
      if (found.startsWith(folder) && !found.slice(folder.length).includes('node_modules/')) {
        waiting.push(found);
        return `__load("${found.slice(folder.length)}")`;
      }
      if (found.startsWith(`${modules}${request}/`) && outside.includes(request)) return all;
      return `require("./${relative('vendor', add(found).file)}")`;
    });
    parts.set(path, text);
  }
  const definitions = [...parts].map(([path, text]) => {
    return `"${path.slice(folder.length)}": function (module, exports) {\n${text.trimEnd()}\n},`;
  });
  write(
    outdir + file,
    [
      `// ${one.name} ${one.version}, ${one.license}: see NOTICE.`,
      'const __definitions = {',
      ...definitions,
      '};',
      LOADER,
      `module.exports = __load("${main.slice(folder.length)}");`,
      '',
    ].join('\n'),
  );
}

const LOADER = `const __loaded = new Map();
function __load(path) {
  const found = __loaded.get(path);
  if (found !== undefined) return found.exports;
  const module = { exports: {} };
  __loaded.set(path, module);
  __definitions[path].call(module.exports, module, module.exports);
  return module.exports;
}`;

/** Tables are read faster as JSON than as a program. */
function textOf(path: string): string {
  const text = readFileSync(path, 'utf8');
  if (!path.endsWith('.json')) return text;
  const small = JSON.stringify(JSON.parse(text));
  return `module.exports = JSON.parse(${JSON.stringify(small)});`;
}

function tryToResolve(from: NodeJS.Require, request: string): string | undefined {
  try {
    return from.resolve(request).replaceAll('\\', '/');
  } catch {
    // In a comment, or a package that it does without.
    return undefined;
  }
}

/** Names, versions and licences of what comes along. */
function noticeOf(list: readonly Package[]): string {
  const parts = list
    .toSorted((a, b) => (a.file < b.file ? -1 : 1))
    .map(({ name, version, folder }) => `${name} ${version}\n\n${licenceIn(folder).trim()}\n`);
  const lead =
    'maglev has these packages in this folder, as their authors have published them, under these licences.';
  return [lead, ...parts].join(`\n${'-'.repeat(80)}\n\n`);
}

function licenceIn(folder: string): string {
  const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
  if (file !== undefined) return readFileSync(folder + file, 'utf8');
  // Some have it in their README only.
  const readme = readdirSync(folder).find((name) => /^readme/i.test(name));
  const [, licence] =
    /^#+ *licen[cs]e\s+(.*)/ims.exec(readme ? readFileSync(folder + readme, 'utf8') : '') ?? [];
  if (licence === undefined) throw new Error(`${folder} has no licence`);
  return licence;
}
