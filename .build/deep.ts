// Express is read file by file: agents hook `lib/express.js`, packages patch what `lib/router/layer` exports. Each line
// has such files, real CommonJS at Express's paths, and its main entry loads through them, so that a hook that looks
// at a file when it is loaded sees it loaded, and one that gives another export in its place is heeded.
import { dirname, relative } from 'node:path/posix';
import type { Manifest } from './entries.js';
import { write } from './write.js';

/** Where the implementation of a file is, below `dist/src`: its default export, or the one named behind the '#'. */
type Source = string;

interface DeepFiles {
  /** What stands in for the package body-parser, which Express loads. */
  readonly bodyParser: Source;
  /** Paths below `lib/` in the order in which Express loads them; `lib/express.js` comes on top. */
  readonly files: Readonly<Record<string, Source>>;
  /** Exports that may be replaced as a whole: where the implementation looks for them, and their name on the entry. */
  readonly replaceable?: Readonly<Record<string, { holder: Source; member: string }>>;
}

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
    replaceable: { 'middleware/query': { holder: 'lines/v4/init#queryLayer', member: 'query' } },
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

/** Writes `lib/` into the package at `root` for the line whose entry has this name; or into a folder `home` of it. */
export function writeDeepFiles(root: string, entry: string, home = ''): void {
  const { files, replaceable = {} } = DEEP[entry]!;
  const lib = `${home}lib/`;
  // The package is a module package; these files are not modules, and have to end in `.js`.
  write(`${root}${lib}package.json`, '{ "type": "commonjs" }\n');
  for (const [file, source] of Object.entries(files)) {
    writeDeepFile(root, `${lib}${file}.js`, source);
  }
  const express = `${lib}express.js`;
  const loads = Object.keys(files).map((file) => `require('./${file}.js');`);
  const heeds = Object.entries(replaceable).map(([file, { holder, member }]) => {
    return `entry.${member} = ${load(express, holder)}.${member} = require('./${file}.js');`;
  });
  write(
    root + express,
    [
      `'use strict';`,
      ...loads,
      `const entry = ${load(express, entry)};`,
      ...heeds,
      `module.exports = entry;\n`,
    ].join('\n'),
  );
}

/** Writes what `maglev/register` gives to those who ask for files of a line that is not the package's main one. */
export function writeDeepLine(root: string, major: string, { name, version }: Manifest, entry: string): void {
  const home = `dist/deep/v${major}/`;
  writeDeepFiles(root, entry, home);
  const manifest = {
    name,
    version: version.replace(/^\d+/, major),
    type: 'commonjs',
    main: 'lib/express.js',
  };
  write(`${root}${home}package.json`, `${JSON.stringify(manifest, null, 2)}\n`);

  const file = `${home}body-parser.js`;
  // Written out, because Node reads the names that ESM may import off the text.
  const names = ['json', 'raw', 'text', 'urlencoded'].map((name) => `exports.${name} = parser.${name};`);
  const parser = `const parser = ${load(file, DEEP[entry]!.bodyParser)};`;
  write(
    root + file,
    [`'use strict';`, parser, 'exports = module.exports = parser;', ...names, ''].join('\n'),
  );
}

/** Writes what `maglev/register` gives to those who ask for files of the package router. */
export function writeDeepRouter(root: string): void {
  const home = 'dist/deep/router/';
  write(`${root}${home}package.json`, `${JSON.stringify({ name: 'router', type: 'commonjs' }, null, 2)}\n`);
  for (const [file, source] of Object.entries(ROUTER)) {
    writeDeepFile(root, `${home}lib/${file}.js`, source);
  }
}

/** Agents patch the layers of router as they do those of Express 4. */
const ROUTER: Readonly<Record<string, Source>> = {
  layer: 'lines/v5/layer#Layer',
  route: 'lines/v5/route',
};

function writeDeepFile(root: string, path: string, source: Source): void {
  write(root + path, `'use strict';\nmodule.exports = ${load(path, source)};\n`);
}

function load(from: string, source: Source): string {
  const [path, name = 'default'] = source.split('#');
  return `require('${relative(dirname(from), `dist/src/${path}`)}.js').${name}`;
}
