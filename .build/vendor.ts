// Bundles packages into `dist/vendor`, one file each with its own dependencies: those that no project could share with maglev,
// because Express does not have them or has another major, and qs, which would install 21 others. The rest stays external. A
// project may install those too, use objects that they create (`instanceof` of http-errors), change their data (mime-types), or
// replace or fix them.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, relative } from 'node:path/posix';
import { fileURLToPath } from 'node:url';
import { compact } from './compact.js';
import { write } from './write.js';

const modules = fileURLToPath(new URL('../node_modules/', import.meta.url)).replaceAll('\\', '/');

const REQUIRE = /\brequire\(("|')([^"']+)\1\)/g;

export interface Vendor {
  /** The files below `dist/`, by the names that maglev's sources import. */
  readonly files: ReadonlyMap<string, string>;
  /** The replacement for a `require` of a package in the file at a path below `dist/`. */
  load(all: string, request: string, from: string): string;
}

interface Package {
  readonly folder: string;
  readonly name: string;
  readonly version: string;
  /** Name and version. */
  readonly id: string;
}

/** A file of a package. */
interface Source {
  readonly of: Package;
  /** Unique among all, even if the same version is installed in several places. */
  readonly id: string;
  readonly text: string;
  /** The sources that it requires, by specifier. */
  readonly requires: Map<string, Source>;
}

/** Writes a file for each of these packages, and for packages that several of them need. */
export function vendorPackages(outdir: string, names: readonly string[], outside: readonly string[]): Vendor {
  const sources = new Map<string, Source>();
  const mains = new Map(names.map((name) => [name, readSource(fileAt(modules + name)!, sources, outside)]));
  const homes = homesOf([...mains.values()]);
  const fileOf = (source: Source): string => `vendor/${homes.get(source.of.id)}.js`;
  for (const home of new Set(homes.values())) {
    const inside = [...sources.values()].filter(({ of }) => homes.get(of.id) === home);
    const names = [...new Set(inside.map(({ of }) => of.id))].join(', ');
    write(`${outdir}vendor/${home}.js`, `// ${names}: see NOTICE.\n${compact(textOf(inside, fileOf))}`);
  }
  const packages = new Map([...sources.values()].map(({ of }) => [of.id, of]));
  write(`${outdir}vendor/NOTICE`, noticeOf([...packages.values()]));
  const files = new Map([...mains].map(([name, main]) => [name, fileOf(main)]));
  return {
    files,
    load(all, request, from) {
      const file = files.get(request);
      const main = mains.get(request);
      return file === undefined ? all : `require("${relative(dirname(from), file)}")("${main!.id}")`;
    },
  };
}

/** A source and everything that it requires, except external packages. */
function readSource(path: string, known: Map<string, Source>, outside: readonly string[]): Source {
  const of = packageOf(path);
  const id = `${of.id}/${path.slice(of.folder.length)}`;
  const found = known.get(id);
  if (found !== undefined) return found;
  const source = { of, id, text: readText(path), requires: new Map<string, Source>() };
  known.set(id, source);
  for (const [, , request] of source.text.matchAll(REQUIRE)) {
    const target = isBuiltin(request!) ? undefined : resolve(path, request!);
    if (target === undefined || (outside.includes(request!) && target.startsWith(`${modules}${request}/`)))
      continue;
    source.requires.set(request!, readSource(target, known, outside));
  }
  return source;
}

/**
 * For each package, by its id, the one after which its file is named: the only one of these that needs it, or itself. What several
 * need in the same company is in one file, named after the first of it.
 */
function homesOf(mains: readonly Source[]): Map<string, string> {
  const dependants = new Map<string, Set<string>>();
  for (const main of mains) {
    const reached = new Set([main]);
    for (const source of reached) for (const other of source.requires.values()) reached.add(other);
    for (const { of } of reached) {
      const by = dependants.get(of.id) ?? new Set();
      dependants.set(of.id, by.add(main.of.id));
    }
  }
  const own = new Set(mains.map(({ of }) => of.id));
  const firsts = new Map<string, string>();
  const homes = new Map<string, string>();
  for (const [id, by] of dependants) {
    const company = [...by].join(' ');
    if (by.size > 1 && !own.has(id) && !firsts.has(company)) firsts.set(company, id);
    homes.set(id, own.has(id) ? id : (firsts.get(company) ?? [...by][0]!));
  }
  return homes;
}

/** A file that exports the function that loads its sources. */
function textOf(sources: readonly Source[], fileOf: (source: Source) => string): string {
  const definitions = sources.map((source) => {
    const linked = source.text.replace(REQUIRE, (all, _quote, request) => {
      const target = source.requires.get(request);
      if (target === undefined) return all;
      const isHere = fileOf(target) === fileOf(source);
      return `${isHere ? '__load' : `require("./${relative('vendor', fileOf(target))}")`}("${target.id}")`;
    });
    return `"${source.id}": function (module, exports) {\n${linked.trimEnd()}\n},`;
  });
  return ['const __definitions = {', ...definitions, '};', LOADER].join('\n');
}

const LOADER = `const __loaded = new Map();
function __load(id) {
  const found = __loaded.get(id);
  if (found !== undefined) return found.exports;
  const module = { exports: {} };
  __loaded.set(id, module);
  let isComplete = false;
  try {
    __definitions[id].call(module.exports, module, module.exports);
    isComplete = true;
  } finally {
    if (!isComplete) __loaded.delete(id);
  }
  return module.exports;
}
module.exports = __load;
`;

function packageOf(path: string): Package {
  const begin = path.lastIndexOf('/node_modules/') + '/node_modules/'.length;
  const folder = path.slice(0, path.indexOf('/', begin) + 1);
  const { name, version } = JSON.parse(readFileSync(`${folder}package.json`, 'utf8'));
  return { folder, name, version, id: `${name}-${version}` };
}

/** V8 parses tables faster as JSON than as a program. */
function readText(path: string): string {
  const text = readFileSync(path, 'utf8');
  if (!path.endsWith('.json')) return text;
  return `module.exports = JSON.parse(${JSON.stringify(JSON.stringify(JSON.parse(text)))});`;
}

/**
 * The file that a `require` in the file at a path resolves to; undefined for one in a comment, or for an optional package.
 * `require.resolve` cannot be used: the loader that runs this build resolves for `import`.
 */
function resolve(from: string, request: string): string | undefined {
  if (request.startsWith('.')) return fileAt(join(dirname(from), request));
  for (let folder = dirname(from); folder !== dirname(folder); folder = dirname(folder)) {
    const found = fileAt(`${folder}/node_modules/${request}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

function fileAt(path: string): string | undefined {
  const main = existsSync(`${path}/package.json`) ? mainOf(path) : `${path}/index.js`;
  const all = [path, `${path}.js`, `${path}.json`, main, `${main}.js`];
  return all.find((file) => statSync(file, { throwIfNoEntry: false })?.isFile());
}

function mainOf(folder: string): string {
  return join(folder, JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')).main ?? 'index.js');
}

/** Names, versions and licences of the bundled packages. */
function noticeOf(packages: readonly Package[]): string {
  const parts = packages
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map(({ name, version, folder }) => `${name} ${version}\n\n${licenceIn(folder).trim()}\n`);
  const lead =
    'maglev bundles these packages in this folder, as published by their authors, under these licences.\n';
  return [lead, ...parts].join(`${'-'.repeat(80)}\n\n`);
}

function licenceIn(folder: string): string {
  const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
  if (file !== undefined) return readFileSync(folder + file, 'utf8');
  // Some have it only in their README.
  const readme = readdirSync(folder).find((name) => /^readme/i.test(name));
  const [, licence] =
    /^#+ *licen[cs]e\s+(.*)/ims.exec(readme ? readFileSync(folder + readme, 'utf8') : '') ?? [];
  if (licence === undefined) throw new Error(`${folder} has no licence`);
  return licence;
}
