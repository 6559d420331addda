// Express is read file by file: agents hook `lib/express.js`, packages patch what `lib/router/layer` exports. Each line
// has such files, real CommonJS at Express's paths, and its main entry loads through them, so that a hook that looks
// at a file when it is loaded sees it loaded, and one that gives another export in its place is heeded.
//
// Agents read the name and the version of a package off the path of a file: what follows the last `node_modules`, and
// the package.json there. So `dist/deep/v<major>/node_modules` has the packages as Express of that line has them.
import { createRequire } from 'node:module';
import { dirname, relative } from 'node:path/posix';
import { dependencyOf, expressOf, type Identity } from './oracle.js';
import { write } from './write.js';

const require = createRequire(import.meta.url);

/** Where the implementation of a file is, below `dist/src`: its default export, or the one named behind the '#'. */
type Source = string;

/** Functions that agents look for in the text of a file: see `rewritableText`. */
interface Rewritable {
  /** What they are members of, as an expression on `exported`. */
  readonly of: string;
  /** By the name of the member: name and parameters of the function, as Express has them. */
  readonly functions: Readonly<Record<string, string>>;
}

interface DeepFiles {
  /** What stands in for the package body-parser, which Express loads. */
  readonly bodyParser: Source;
  /** Paths below `lib/` in the order in which Express loads them; `lib/express.js` comes on top. */
  readonly files: Readonly<Record<string, Source>>;
  /** Packages that Express loads as well, by name, each with the one of `files` before which it does. */
  readonly packages?: Readonly<Record<string, string>>;
  /** Exports that may be replaced as a whole: where the implementation looks for them, and their name on the entry. */
  readonly replaceable?: Readonly<Record<string, { holder: Source; member: string }>>;
  readonly rewritable?: Readonly<Record<string, Rewritable>>;
}

const REGISTRATION = { use: 'use(fn)', route: 'route(path)', param: 'param(name, fn)' };
const RENDER: Rewritable = { of: 'exported', functions: { render: 'render(view, options, callback)' } };

const DEEP: Readonly<Record<string, DeepFiles>> = {
  index: {
    bodyParser: 'parsers',
    files: {
      utils: 'lines/v5/utils',
      view: 'lines/v5/view',
      application: 'lines/v5/application',
      request: 'lines/v5/request',
      response: 'lines/v5/response',
    },
    packages: { router: 'application' },
    replaceable: { router: { holder: 'lines/v5/application#routing', member: 'Router' } },
    rewritable: { response: RENDER },
  },
  v4: {
    bodyParser: 'register/body-parser#bodyParser4',
    files: {
      utils: 'lines/v4/utils',
      'router/layer': 'lines/v4/callable-layer',
      'router/route': 'lines/v4/route',
      'router/index': 'lines/v4/router#Router',
      'middleware/init': 'lines/v4/init#init',
      'middleware/query': 'lines/v4/query',
      view: 'lines/v4/view',
      application: 'lines/v4/application',
      request: 'lines/v4/request',
      response: 'lines/v4/response',
    },
    packages: { 'path-to-regexp': 'router/layer' },
    replaceable: { 'middleware/query': { holder: 'lines/v4/init#queryLayer', member: 'query' } },
    rewritable: {
      'router/layer': { of: 'exported.prototype', functions: { handle_request: 'handle(req, res, next)' } },
      'router/index': { of: 'exported', functions: REGISTRATION },
      response: RENDER,
    },
  },
  v3: {
    bodyParser: 'register/body-parser#bodyParser4',
    files: {
      utils: 'lines/v3/utils',
      'router/route': 'lines/v3/route#Route',
      'router/index': 'lines/v3/router#Router',
      middleware: 'lines/v3/init#init',
      view: 'lines/v3/view',
      application: 'lines/v3/application',
      request: 'lines/v3/request',
      response: 'lines/v3/response',
    },
  },
};

/** The files of packages that Express loads, by path, in the order in which they are loaded. */
const PACKAGES: Readonly<Record<string, Readonly<Record<string, PackageFile>>>> = {
  // Agents know it as the router of Express 5.
  router: {
    'lib/layer': {
      source: 'lines/v5/layer#Layer',
      rewritable: { of: 'exported.prototype', functions: { handleRequest: 'handleRequest(req, res, next)' } },
    },
    'lib/route': { source: 'lines/v5/route' },
    index: {
      source: 'lines/v5/router#Router',
      rewritable: { of: 'exported.prototype', functions: { ...REGISTRATION, use: 'use(handler)' } },
      members: ['Route'],
    },
  },
  // Agents match paths as the one does that they have seen loaded last.
  'path-to-regexp': { index: { source: 'lines/v4/path-to-regexp' } },
};

interface PackageFile {
  readonly source: Source;
  readonly rewritable?: Rewritable;
  /** Names of members that ESM may import. */
  readonly members?: readonly string[];
}

/** Writes `lib/` into the package at `root` for the line whose entry has this name; or into a folder `home` of it. */
export function writeDeepFiles(root: string, entry: string, home = ''): void {
  const { files, rewritable = {} } = DEEP[entry]!;
  const lib = `${home}lib/`;
  // The package is a module package; these files are not modules, and have to end in `.js`.
  if (home === '') write(`${root}${lib}package.json`, '{ "type": "commonjs" }\n');
  for (const [file, source] of Object.entries(files)) {
    write(`${root}${lib}${file}.js`, textOf(`${lib}${file}.js`, source, rewritable[file]));
  }
  write(`${root}${lib}express.js`, expressText(root, `${lib}express.js`, entry));
}

/** Writes what `maglev/register` gives to those who ask for Express of a line, and for packages that it loads. */
export function writeDeepLine(root: string, major: string, entry: string, maglev: string): void {
  const home = `dist/deep/v${major}/`;
  const packages = `${home}node_modules/`;
  writeDeepFiles(root, entry, `${packages}express/`);
  write(
    `${root}${packages}express/index.js`,
    `'use strict';\nmodule.exports = require('./lib/express.js');\n`,
  );
  writeManifest(`${root}${packages}express/`, { ...expressOf(major), maglev });

  writeBodyParser(root, `${packages}body-parser/`, entry);
  // What stands in for the one of Express 3, which no application asks for by this name, is that of Express 4.
  writeManifest(`${root}${packages}body-parser/`, dependencyOf(major === '3' ? '4' : major, 'body-parser'));

  for (const name of Object.keys(DEEP[entry]!.packages ?? {})) {
    // In the folder of `node_modules`, because agents look from there for the main file of the package.
    write(
      `${root}${home}${name}.js`,
      `'use strict';\nmodule.exports = require('./node_modules/${name}/index.js');\n`,
    );
    writeManifest(`${root}${packages}${name}/`, dependencyOf(major, name));
    writePackage(root, `${packages}${name}/`, PACKAGES[name]!);
  }
}

function writeBodyParser(root: string, home: string, entry: string): void {
  const file = `${home}index.js`;
  const parser = `const parser = ${load(file, DEEP[entry]!.bodyParser)};`;
  const names = ['json', 'raw', 'text', 'urlencoded'];
  write(root + file, [`'use strict';`, parser, ...exportsOf('parser', names)].join('\n'));
}

function writePackage(root: string, home: string, files: Readonly<Record<string, PackageFile>>): void {
  const { index, ...others } = files;
  for (const [name, { source, rewritable }] of Object.entries(others)) {
    write(`${root}${home}${name}.js`, textOf(`${home}${name}.js`, source, rewritable));
  }
  const main = `${home}index.js`;
  const loads = Object.keys(others).map((name) => `require('./${name}.js');\n`);
  const members = (index!.members ?? []).map((name) => `module.exports.${name} = module.exports.${name};\n`);
  write(root + main, [textOf(main, index!.source, index!.rewritable), ...loads, ...members].join(''));
}

function writeManifest(folder: string, identity: Identity & { maglev?: string }): void {
  write(`${folder}package.json`, `${JSON.stringify({ ...identity, type: 'commonjs' }, null, 2)}\n`);
}

/** The file on top, which loads all others as Express does, and takes what hooks have put in their places. */
function expressText(root: string, file: string, entry: string): string {
  const { files, packages = {}, replaceable = {} } = DEEP[entry]!;
  const request = (name: string): string => {
    const folder = dirname(file);
    return name in files ? `./${name}.js` : relative(folder, `dist/deep/v${majorOf(entry)}/${name}.js`);
  };
  const names = Object.keys(files).flatMap((name) => {
    return [...Object.keys(packages).filter((one) => packages[one] === name), name];
  });
  const heeds = Object.entries(replaceable).map(([name, { holder, member }]) => {
    return `entry.${member} = ${load(file, holder)}.${member} = require('${request(name)}');`;
  });
  return [
    `'use strict';`,
    // First, because it may load other versions of the packages, and agents go by what is loaded last.
    `const entry = ${load(file, entry)};`,
    ...names.map((name) => `require('${request(name)}');`),
    ...heeds,
    ...exportsOf('entry', plainMembersOf(require(`${root}dist/src/${entry}.js`).default)),
  ].join('\n');
}

const majorOf = (entry: string): string => /\d+/.exec(entry)?.[0] ?? '5';

/** A file that exports what is in the implementation. */
function textOf(file: string, source: Source, rewritable: Rewritable | undefined): string {
  if (rewritable === undefined) return `'use strict';\nmodule.exports = ${load(file, source)};\n`;
  const exported = `const exported = ${load(file, source)};`;
  return [
    `'use strict';`,
    exported,
    ...rewritableText(file, rewritable),
    'module.exports = exported;',
    '',
  ].join('\n');
}

/**
 * Agents that rewrite the text of a file as it is loaded look for an assignment of a function to a member. So the text
 * has such functions, which call ours; they are put in the places of ours only if they have been rewritten.
 */
function rewritableText(file: string, { of, functions }: Rewritable): string[] {
  const assignments = Object.entries(functions).map(([member, signature]) => {
    return `rewritable.${member} = function ${signature} {\n  return originals.${member}.apply(this, arguments);\n};`;
  });
  return [
    `const { ...originals } = ${of};`,
    'const rewritable = {};',
    ...assignments,
    `${load(file, 'lines/shared/rewritten#takeRewritten')}(${of}, rewritable);`,
  ];
}

/** Exports a value whose members are named one by one, because Node reads the names that ESM may import off the text. */
function exportsOf(variable: string, names: readonly string[]): string[] {
  const members = names.map((name) => `exports.${name} = ${variable}.${name};`);
  return [`exports = module.exports = ${variable};`, ...members, ''];
}

/** Not those that are loaded when they are first asked for, or throw. */
function plainMembersOf(entry: object): string[] {
  return Object.entries(Object.getOwnPropertyDescriptors(entry))
    .filter(([, { enumerable, writable }]) => enumerable && writable)
    .map(([name]) => name);
}

function load(from: string, source: Source): string {
  const [path, name = 'default'] = source.split('#');
  return `require('${relative(dirname(from), `dist/src/${path}`)}.js').${name}`;
}
