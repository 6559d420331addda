import assert from 'node:assert/strict';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { oracleOf } from '../../.build/oracle.js';
import { type Installation, majors, manifest } from '../package/project.js';
import { User } from './user.js';

/** A limit that `expire()` in the application ends, so that tests neither wait for it nor depend on the speed of loading. */
const EXPIRING = [
  '--timeout=900',
  `--node-option=--require=${fileURLToPath(new URL('expiring.cjs', import.meta.url))}`,
];

/** Name, application, expected message, and arguments. */
const PROBLEMS: readonly (readonly [name: string, text: string, sentence: RegExp, ...args: string[]])[] = [
  [
    'syntax.cjs',
    'const a = ;',
    /^maglev: \S*syntax\.cjs has a syntax error in \S+syntax\.cjs:1: Unexpected token ';'\n$/,
  ],
  [
    'syntax.mjs',
    '\nexport const a = ;',
    /^maglev: \S*syntax\.mjs has a syntax error in \S+syntax\.mjs:2: Unexpected/,
  ],
  [
    'enum.ts',
    'enum Path { Home = "/" }',
    /^maglev: \S+ is TypeScript, which this version of Node cannot run/,
  ],
  ['silent.cjs', 'module.exports = {};', /^maglev: \S+ neither exports an application nor calls listen\.\n$/],
  [
    'never.cjs',
    'setInterval(() => {}, 1000); expire();',
    /^maglev: \S+ did not export an application or call listen within 900 seconds; raise the limit with --timeout\.\n$/,
    ...EXPIRING,
  ],
  [
    'database.cjs',
    'setInterval(() => {}, 1000); process.stdout.write("waiting for the database\\n", expire);',
    /raise the limit with --timeout; its last output was: waiting for the database\n$/,
    ...EXPIRING,
  ],
  [
    'usage.cjs',
    'console.error("usage: usage.cjs <config file>");',
    /neither exports an application nor calls listen; its last output was: usage: usage\.cjs <config file>\n$/,
  ],
  [
    'named.mjs',
    'import express from "express"; export function createApp() { return express(); }',
    /^maglev: \S+ exports the function createApp, which is not an application\. If it creates one, add --call createApp, or pass a file with this line: import \{ createApp \} from '\.\/named\.mjs'; export default createApp\(\);\n$/,
  ],
  [
    'waits.mjs',
    'await new Promise(() => {});',
    /^maglev: \S+ neither exports an application nor calls listen\.\n$/,
  ],
  [
    'factory.cjs',
    'module.exports = () => require("express")();',
    /^maglev: \S+ exports a function that is not an application\. If it creates one, add --call default, or pass a file with this line: module\.exports = require\('\.\/factory\.cjs'\)\(\);\n$/,
  ],
  [
    'other.cjs',
    'exports.createApp = () => require("express")(); exports.close = () => {};',
    /^maglev: \S+ exports no function create for --call; it exports createApp, close\.\n$/,
    '--call',
    'create',
  ],
  [
    'arguments.cjs',
    'module.exports = () => require("express")();',
    /^maglev: --call must be the name of an exported function, with JSON arguments if it needs any: .*, got "create\(\{a:1\}\)"\.\n$/,
    '--call',
    'create({a:1})',
  ],
  [
    'plain.cjs',
    'require("http").createServer(() => {}).listen(0);',
    /^maglev: \S+ calls listen, but not for an application/,
  ],
  [
    'throws.cjs',
    'null.x;',
    /^maglev: \S+ failed to load: TypeError: Cannot read properties of null[^\n]*\n$/,
  ],
  [
    'rejects.cjs',
    'module.exports = Promise.reject(new Error("no database"));',
    /^maglev: \S+ failed to load: Error: no database\n$/,
  ],
  [
    'connects.cjs',
    'setInterval(() => {}, 1000); setTimeout(() => Promise.reject(new Error("no database")), 5);',
    /^maglev: \S+ failed to load: Error: no database\n$/,
  ],
  [
    'exits.cjs',
    'console.error("no config"); process.exit(3);',
    /^maglev: \S+ exited with code 3 .*: no config\n$/,
  ],
  [
    'missing.cjs',
    'require("left-out");',
    /^maglev: \S+ needs the package left-out, which cannot be found\.\n$/,
  ],
  [
    'missing.mjs',
    'import "./left-out.js";',
    /^maglev: \S+ needs the file \S*left-out\.js, which cannot be found\.\n$/,
  ],
];

/** Error messages: one sentence, exit code 2. */
export function testProblems(installed: () => Installation): void {
  describe('maglev, after a mistake,', { concurrency: 2 }, () => {
    const users = new Map<string, User>();
    const user = (name: string) => {
      if (!users.has(name)) users.set(name, new User(installed(), '5', name));
      return users.get(name)!;
    };

    for (const [name, text, sentence, ...args] of PROBLEMS) {
      it(`reports what is wrong with ${name}`, async () => {
        user('problems').write(name, text);
        const { code, stdout, stderr } = await user('problems').maglev('routes', `./${name}`, ...args);
        assert.match(stderr, sentence);
        assert.deepEqual({ code, stdout }, { code: 2, stdout: '' });
      });
    }

    it('reports what is wrong with its arguments', async () => {
      const cases: [string[], RegExp][] = [
        [['rout'], /^maglev: unknown command "rout"\. Did you mean routes\? See maglev --help\.\n$/],
        [['chekc'], /^maglev: unknown command "chekc"\. Did you mean check\?/],
        [
          ['deploy'],
          /^maglev: unknown command "deploy"\. The commands are routes, check, .*See maglev --help\.\n$/,
        ],
        [
          ['routes'],
          /^maglev: maglev routes needs an application file, for example: maglev routes \.\/app\.js\n$/,
        ],
        [['check', 'a.js', 'b.js'], /^maglev: maglev check takes one file, but got a\.js, b\.js\.\n$/],
        [['routes', './none.js'], /^maglev: File not found: \.\/none\.js\n$/],
        [
          ['routes', '--jsn'],
          /^maglev: Unknown option --jsn\. Did you mean --json\? See maglev routes --help\.\n$/,
        ],
        [['routes', '--nothing'], /^maglev: Unknown option --nothing\. See maglev routes --help\.\n$/],
        [
          ['routes', './syntax.cjs', '--html', '--json'],
          /^maglev: --html and --json cannot be used together\.\n$/,
        ],
        [
          ['check', './node_modules'],
          /^maglev: \.\/node_modules is a folder without a main file: pass the application file/,
        ],
        [['check', './syntax.cjs', '--from', '5'], /^maglev: --from must be 3 or 4, got "5"\.\n$/],
        [['check', './none.js', '--express', '6'], /^maglev: File not found/],
        [['routes', './syntax.cjs', '--explain', 'GET'], /^maglev: --explain takes a method and a path/],
        [
          ['routes', './syntax.cjs', '--explain', 'FOO /x'],
          /^maglev: --explain: Node does not support the method "FOO", and responds with 400 itself\.\n$/,
        ],
        [
          ['routes', './syntax.cjs', '--explain', 'pots /x'],
          /^maglev: --explain: Node does not support the method "pots", .* itself\. Did you mean POST\?\n$/,
        ],
        [
          ['compare', './syntax.cjs', '--ignore', '['],
          /^maglev: "\[" is not a path in JSON: write it as \/items\/\*\/id, items\.\*\.id or \$\.items\[\*\]\.id\.\n$/,
        ],
        [['compare', './syntax.cjs', '--requests', 'none.txt'], /^maglev: File not found: none\.txt\n$/],
        [
          ['routes', './syntax.cjs', '--timeout', 'soon'],
          /^maglev: --timeout must be a number greater than 0/,
        ],
        [['bench', '--rounds', '0'], /^maglev: --rounds must be a number greater than 0, got 0\.\n$/],
        [['routes', './syntax.cjs', '--express', '6'], /^maglev: --express must be 3, 4 or 5, got "6"\.\n$/],
      ];
      user('arguments').write('syntax.cjs', 'const a = ;');
      for (const [args, sentence] of cases) {
        const { code, stdout, stderr } = await user('arguments').maglev(...args);
        assert.match(stderr, sentence);
        assert.deepEqual({ code, stdout }, { code: 2, stdout: '' });
      }
    });

    it('passes flags to node after --node-option, with a space or an equals sign', async () => {
      user('flags').write('app.cjs', 'console.log(process.execArgv[0]); null.x;');
      for (const flag of [['--node-option', '--no-deprecation'], ['--node-option=--no-deprecation']]) {
        const { stderr } = await user('flags').maglev('routes', 'app.cjs', '--verbose', ...flag);
        assert.match(stderr, /^--no-deprecation$/m);
      }
    });

    it('exits with 130 when it is interrupted', async () => {
      user('interrupted').write('app.cjs', 'console.log("loading"); setInterval(() => {}, 1000);');
      const child = user('interrupted').start('routes', 'app.cjs', '--verbose');
      for await (const chunk of child.stderr!) if (String(chunk).includes('loading')) child.kill('SIGINT');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      assert.deepEqual([child.exitCode, child.signalCode], [130, null]);
    });

    it('shows the stack, and the output of the application, with --verbose', async () => {
      user('verbose').write('app.cjs', 'console.log("one moment");\nnull.x;');
      const { stderr } = await user('verbose').maglev('routes', 'app.cjs', '--verbose');
      assert.match(stderr, /one moment\n/);
      assert.match(stderr, /at .*app\.cjs:2/);
    });

    it('prints its version, and the versions of Express that it matches', async () => {
      const { stdout } = await user('help').maglev('--version');
      const express = majors.map((major) => oracleOf(major).version).join(', ');
      assert.equal(stdout, `maglev ${manifest.version} (Express ${express})\n`);
    });

    it('prints help with an example of each command, in 80 columns', async () => {
      const { code, stdout } = await user('help').maglev('--help');
      assert.equal(code, 0);
      assert.deepEqual(await user('help').maglev(), { code, stdout, stderr: '' });
      for (const name of ['routes', 'check', 'compare', 'swap', 'register', 'bench']) {
        assert.match(stdout, new RegExp(`^  ${name} `, 'm'));
        const own = await user('help').maglev(name, '--help');
        const wide = `${stdout}\n${own.stdout}`.split('\n').filter((line) => line.length > 80);
        assert.deepEqual(wide, []);
        assert.match(
          own.stdout,
          new RegExp(`Usage {3}maglev ${name}.*\\n.*Examples\\n.*\\n {2}.*maglev ${name}`, 's'),
        );
      }
    });
  });
}
