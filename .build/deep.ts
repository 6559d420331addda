// Tools load Express file by file: agents hook `lib/express.js`, packages patch the exports of `lib/router/layer`. Each line has
// such files, real CommonJS at Express's paths. The replacements of Express load through them, so that a hook that waits for a
// file sees it loaded, and an export that a hook replaces is used. Agents do not look for them under maglev's own name. There
// they are loaded on demand, which saves six files at every start.
//
// Agents read the name and the version of a package from the path of a file: the part after the last `node_modules`, and the
// package.json there. So `dist/deep/v<major>/node_modules` has the packages as Express of that line has them.
import { appendFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, relative } from 'node:path/posix';
import { type Bundled, loadExpression } from './bundle.js';
import { dependencyOf, expressOf, type Identity } from './oracle.js';
import { write } from './write.js';

const require = createRequire(import.meta.url);

/** The path of a file's implementation below `src`: its default export, or the export named after the '#'. */
type Source = string;

/** Functions that agents look for in the text of a file: see `rewritableText`. */
interface Rewritable {
  /** The object that has them as members, as an expression on `exported`. */
  readonly of: string;
  /** Name and parameters of each function in Express, by the name of the member. */
  readonly functions: Readonly<Record<string, string>>;
}

/** An export that may be replaced: the object on which the implementation looks it up, and its name there. */
interface Replaceable {
  readonly holder: Source;
  readonly member: string;
}

interface DeepFiles {
  /** Paths below `lib/` in the order in which Express loads them, without `lib/express.js`, which loads them. */
  readonly files: Readonly<Record<string, Source>>;
  readonly packages: Readonly<Record<string, DeepPackage>>;
  /** The files and packages that are also members of the entry. */
  readonly replaceable?: Readonly<Record<string, Replaceable>>;
  readonly rewritable?: Readonly<Record<string, Rewritable>>;
}

/** A package that Express loads. */
interface DeepPackage {
  /** The file of Express that loads it. */
  readonly by: string;
  /** Its files, by path. */
  readonly files: Readonly<Record<string, Source>>;
  readonly replaceable?: Readonly<Record<string, Replaceable>>;
  readonly rewritable?: Readonly<Record<string, Rewritable>>;
  /** Members that ESM can import by name. */
  readonly members: readonly string[];
}

const REWRITTEN = 'lines/shared/rewritten';
const REGISTRATION = { use: 'use(fn)', route: 'route(path)', param: 'param(name, fn)' };
const RENDER: Rewritable = { of: 'exported', functions: { render: 'render(view, options, callback)' } };

const bodyParser = (line: string, index: Source): DeepPackage => ({
  by: 'utils',
  files: { 'lib/read': `lines/${line}/parsers#readHook.read`, index },
  replaceable: { 'lib/read': { holder: `lines/${line}/parsers#readHook`, member: 'read' } },
  members: ['json', 'raw', 'text', 'urlencoded'],
});

const DEEP: Readonly<Record<string, DeepFiles>> = {
  index: {
    files: {
      utils: 'lines/v5/utils',
      view: 'lines/v5/view',
      application: 'lines/v5/application',
      request: 'lines/v5/request',
      response: 'lines/v5/response',
    },
    packages: {
      'body-parser': bodyParser('v5', 'parsers'),
      // Agents recognize it as the router of Express 5.
      router: {
        by: 'application',
        files: {
          'lib/layer': 'lines/v5/layer#Layer',
          'lib/route': 'lines/v5/route',
          index: 'lines/v5/router#Router',
        },
        rewritable: {
          'lib/layer': {
            of: 'exported.prototype',
            functions: { handleRequest: 'handleRequest(req, res, next)' },
          },
          index: { of: 'exported.prototype', functions: { ...REGISTRATION, use: 'use(handler)' } },
        },
        members: ['Route'],
      },
    },
    replaceable: { router: { holder: 'lines/v5/application#routing', member: 'Router' } },
    rewritable: { response: RENDER },
  },
  v4: {
    files: {
      utils: 'lines/v4/utils',
      'router/layer': 'lines/v4/layer#Layer',
      'router/route': 'lines/v4/route',
      'router/index': 'lines/v4/router#Router',
      'middleware/init': 'lines/v4/init#init',
      'middleware/query': 'lines/v4/query',
      view: 'lines/v4/view',
      application: 'lines/v4/application',
      request: 'lines/v4/request',
      response: 'lines/v4/response',
    },
    packages: {
      'body-parser': bodyParser('v4', 'register/body-parser#bodyParser4'),
      // Agents use the copy that was loaded last to match paths.
      'path-to-regexp': {
        by: 'router/layer',
        files: { index: 'lines/v4/path-to-regexp' },
        members: [],
      },
    },
    replaceable: { 'middleware/query': { holder: 'lines/v4/init#queryLayer', member: 'query' } },
    rewritable: {
      'router/layer': { of: 'exported.prototype', functions: { handle_request: 'handle(req, res, next)' } },
      'router/index': { of: 'exported', functions: REGISTRATION },
      response: RENDER,
    },
  },
  v3: {
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
    packages: {},
  },
};

/** The sources that the files of a line load. */
export function sourcesOf(entry: string): string[] {
  const { files, packages } = DEEP[entry] ?? { files: {}, packages: {} };
  const all = [files, ...Object.values(packages).map((one) => one.files)].flatMap((one) =>
    Object.values(one),
  );
  return [...all.map((source) => source.split('#')[0]!), REWRITTEN];
}

/** Writes `lib/` into a replacement of Express at `root`, for the line with this entry. */
export function writeDeepFiles(root: string, bundled: Bundled, entry: string): void {
  writeParts(root, bundled, entry, '');
  write(`${root}lib/express.js`, expressText(root, bundled, 'lib/express.js', entry));
}

/** Writes `lib/` into the package under its own name, at `root`. Its main entry does not use these files. */
export function writeOwnDeepFiles(root: string, bundled: Bundled, entry: string): void {
  writeParts(root, bundled, entry, '');
  const members = exportsOf('entry', plainMembersOf(root, bundled, entry));
  write(
    `${root}lib/express.js`,
    [`'use strict';`, `const entry = require('../dist/${entry}.cjs');`, ...members].join('\n'),
  );
}

/** Writes the files of `lib/`, except `express.js`, below a folder `home` of the package. */
function writeParts(root: string, bundled: Bundled, entry: string, home: string): void {
  const { files, rewritable = {} } = DEEP[entry]!;
  const lib = `${home}lib/`;
  // The package has "type": "module", but these files are CommonJS and have to end in `.js`.
  if (home === '') write(`${root}${lib}package.json`, '{ "type": "commonjs" }\n');
  for (const [file, source] of Object.entries(files)) {
    write(`${root}${lib}${file}.js`, textOf(bundled, `${lib}${file}.js`, source, rewritable[file]));
  }
}

/** Writes what `maglev/register` returns for Express of a line, and for packages that Express loads. */
export function writeDeepLine(
  root: string,
  bundled: Bundled,
  major: string,
  entry: string,
  maglev: string,
): void {
  const home = `dist/deep/v${major}/`;
  const modules = `${home}node_modules/`;
  const express = `${modules}express/`;
  writeParts(root, bundled, entry, express);
  write(`${root}${express}lib/express.js`, expressText(root, bundled, `${express}lib/express.js`, entry));
  write(
    `${root}${modules}express/index.js`,
    `'use strict';\nmodule.exports = require('./lib/express.js');\n`,
  );
  writeManifest(`${root}${modules}express/`, { ...expressOf(major), maglev });
  for (const [name, files] of Object.entries(DEEP[entry]!.packages)) {
    // Next to `node_modules`, because agents look from there for the main file of the package.
    write(
      `${root}${home}${name}.js`,
      `'use strict';\nmodule.exports = require('./node_modules/${name}/index.js');\n`,
    );
    writeManifest(`${root}${modules}${name}/`, dependencyOf(major, name));
    writePackage(root, bundled, `${modules}${name}/`, files);
  }
}

function writePackage(root: string, bundled: Bundled, home: string, content: DeepPackage): void {
  const { files, replaceable = {}, rewritable = {}, members } = content;
  for (const [name, source] of Object.entries(files)) {
    write(`${root}${home}${name}.js`, textOf(bundled, `${home}${name}.js`, source, rewritable[name]));
  }
  const main = `${home}index.js`;
  const loads = Object.keys(files)
    .filter((name) => name !== 'index')
    .map((name) => {
      const held = replaceable[name];
      const place = held === undefined ? '' : `${load(bundled, main, held.holder)}.${held.member} = `;
      return `${place}require('./${name}.js');`;
    });
  const names = members.map((name) => `module.exports.${name} = module.exports.${name};`);
  appendFileSync(root + main, [...loads, ...names, ''].join('\n'));
}

function writeManifest(folder: string, identity: Identity & { maglev?: string }): void {
  write(`${folder}package.json`, `${JSON.stringify({ ...identity, type: 'commonjs' }, null, 2)}\n`);
}

/** The text of `express.js`, which loads all other files as Express does, and uses the exports that hooks have replaced. */
function expressText(root: string, bundled: Bundled, file: string, entry: string): string {
  const { files, packages } = DEEP[entry]!;
  const loaded = Object.keys(files).flatMap((name) => {
    return [...Object.keys(packages).filter((one) => packages[one]!.by === name), name];
  });
  return [
    `'use strict';`,
    // First, because it may load other versions of the packages, and agents use the one that is loaded last.
    `const entry = ${load(bundled, file, entry)};`,
    ...loaded.map((name) => `require('${requestOf(name, file, entry)}');`),
    ...takenInto(bundled, file, entry),
    ...exportsOf('entry', plainMembersOf(root, bundled, entry)),
  ].join('\n');
}

/** Lines that load only the packages, which agents look for under any name. */
export function packageLoads(bundled: Bundled, file: string, entry: string): string[] {
  const names = Object.keys(DEEP[entry]!.packages);
  const loads = names.map((name) => `require('${requestOf(name, file, entry)}');`);
  return [...loads, ...takenInto(bundled, file, entry, names)];
}

/** Lines that copy the exports that hooks have replaced into `entry` and into the implementation. */
function takenInto(bundled: Bundled, file: string, entry: string, names?: readonly string[]): string[] {
  const { replaceable = {} } = DEEP[entry]!;
  const taken = Object.entries(replaceable).filter(([name]) => names?.includes(name) ?? true);
  return taken.map(([name, { holder, member }]) => {
    return `entry.${member} = ${load(bundled, file, holder)}.${member} = require('${requestOf(name, file, entry)}');`;
  });
}

/** The specifier by which `file` requires a file of the line, or a package. */
function requestOf(name: string, file: string, entry: string): string {
  if (name in DEEP[entry]!.files) return `./${name}.js`;
  const request = relative(dirname(file), `dist/deep/v${majorOf(entry)}/${name}.js`);
  return request.startsWith('.') ? request : `./${request}`;
}

const majorOf = (entry: string): string => /\d+/.exec(entry)?.[0] ?? '5';

/** A file that exports the implementation. */
function textOf(bundled: Bundled, file: string, source: Source, rewritable: Rewritable | undefined): string {
  if (rewritable === undefined) return `'use strict';\nmodule.exports = ${load(bundled, file, source)};\n`;
  const exported = `const exported = ${load(bundled, file, source)};`;
  return [
    `'use strict';`,
    exported,
    ...rewritableText(bundled, file, rewritable),
    'module.exports = exported;',
    '',
  ].join('\n');
}

/**
 * Agents that rewrite the text of a file while it is loaded look for an assignment of a function to a member. So the text has
 * such functions, which call maglev's. They replace maglev's functions only if they have been rewritten.
 */
function rewritableText(bundled: Bundled, file: string, { of, functions }: Rewritable): string[] {
  const assignments = Object.entries(functions).map(([member, signature]) => {
    return `rewritable.${member} = function ${signature} {\n  return originals.${member}.apply(this, arguments);\n};`;
  });
  return [
    `const { ...originals } = ${of};`,
    'const rewritable = {};',
    ...assignments,
    `${load(bundled, file, `${REWRITTEN}#takeRewritten`)}(${of}, rewritable);`,
  ];
}

/** Exports a value and names its members one by one, because Node reads the names for ESM from the text. */
function exportsOf(variable: string, names: readonly string[]): string[] {
  const members = names.map((name) => `exports.${name} = ${variable}.${name};`);
  return [`exports = module.exports = ${variable};`, ...members, ''];
}

const plainMembers = new Map<string, string[]>();

/** Skips members that are getters: they load on first use, or throw. The entry itself may not be written yet. */
function plainMembersOf(root: string, bundled: Bundled, entry: string): string[] {
  let names = plainMembers.get(entry);
  if (names === undefined) {
    const path = `src/${entry}.js`;
    const { load } = require(`${root}dist/bundle/${bundled.get(path)}.js`);
    const members = Object.getOwnPropertyDescriptors(load(path).default);
    names = Object.keys(members).filter((name) => members[name].enumerable && members[name].writable);
    plainMembers.set(entry, names);
  }
  return names;
}

function load(bundled: Bundled, from: string, source: Source): string {
  const [path, name = 'default'] = source.split('#');
  return `${loadExpression(from, `src/${path}.js`, bundled)}.${name}`;
}
