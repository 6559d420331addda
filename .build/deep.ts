// Express is read file by file: agents hook `lib/express.js`, packages patch what `lib/router/layer` exports. Each line
// has such files, real CommonJS at Express's paths, and its main entry loads through them, so that a hook that looks
// at a file when it is loaded sees it loaded, and one that gives another export in its place is heeded.
import { dirname, relative } from 'node:path/posix';
import { write } from './write.js';

/** Where the implementation of a file is, below `dist/src`: its default export, or the one named behind the '#'. */
type Source = string;

interface DeepFiles {
  /** Paths below `lib/` in the order in which Express loads them; `lib/express.js` comes on top. */
  readonly files: Readonly<Record<string, Source>>;
  /** Exports that may be replaced as a whole: where the implementation looks for them, and their name on the entry. */
  readonly replaceable?: Readonly<Record<string, { holder: Source; member: string }>>;
}

const DEEP: Readonly<Record<string, DeepFiles>> = {
  index: {
    files: {
      utils: 'utils',
      view: 'view',
      application: 'registration/application',
      request: 'request/prototype',
      response: 'response/prototype',
    },
  },
  v4: {
    files: {
      utils: 'lines/utils4',
      'router/layer': 'lines/callable-layer4',
      'router/route': 'lines/router4#Route',
      'router/index': 'lines/router4#Router',
      'middleware/init': 'lines/first4#init',
      'middleware/query': 'lines/query4',
      view: 'lines/view4',
      application: 'lines/application4',
      request: 'lines/request4',
      response: 'lines/response4',
    },
    replaceable: { 'middleware/query': { holder: 'lines/first4#first', member: 'query' } },
  },
  v3: {
    files: {
      utils: 'lines/utils3',
      'router/route': 'lines/route3#Route',
      'router/index': 'lines/router3#Router',
      middleware: 'lines/first3#init',
      view: 'lines/view3',
      application: 'lines/application3',
      request: 'lines/request3',
      response: 'lines/response3',
    },
  },
};

/** Writes `lib/` into the package at `root` for the line whose entry has this name. */
export function writeDeepFiles(root: string, entry: string): void {
  const { files, replaceable = {} } = DEEP[entry] ?? { files: {} };
  // The package is a module package; these files are not modules, and have to end in `.js`.
  write(`${root}lib/package.json`, '{ "type": "commonjs" }\n');
  for (const [file, source] of Object.entries(files)) {
    write(`${root}lib/${file}.js`, `'use strict';\nmodule.exports = ${load(`lib/${file}.js`, source)};\n`);
  }
  const loads = Object.keys(files).map((file) => `require('./${file}.js');`);
  const heeds = Object.entries(replaceable).map(([file, { holder, member }]) => {
    return `entry.${member} = ${load('lib/express.js', holder)}.${member} = require('./${file}.js');`;
  });
  write(
    `${root}lib/express.js`,
    [
      `'use strict';`,
      ...loads,
      `const entry = ${load('lib/express.js', entry)};`,
      ...heeds,
      `module.exports = entry;\n`,
    ].join('\n'),
  );
}

function load(from: string, source: Source): string {
  const [path, name = 'default'] = source.split('#');
  return `require('${relative(dirname(from), `dist/src/${path}`)}.js').${name}`;
}
