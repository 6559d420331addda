import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import net from 'node:net';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { type Installation, Project } from '../package/project.js';
import { User } from './user.js';

const ROUTES = `
app.use(express.json());
app.get('/', (req, res) => res.send('hello'));
app.get('/users/:id', (req, res) => res.json({ id: req.params.id, host: req.get('host') }));
app.get('/time', (req, res) => res.json({ now: process.hrtime().map((part) => String(part).padStart(12, '0')).join() }));
app.get('/count', (req, res) => res.send(String(count++)));
app.get('/fails', () => { throw new Error('out of order'); });
app.post('/users', (req, res) => res.status(201).json(req.body));
app.get('/slow', (req, res) => setTimeout(() => res.send('slow'), 200));
app.get('/limited', (req, res) => (left-- > 0 ? res.send('fine') : res.sendStatus(429)));
let count = 0;
let left = 10;
`;

/** `maglev compare` on applications of users, with the real Express. */
export function testCompare(installed: () => Installation): void {
  describe('as maglev compare', () => {
    const user = (major: string, name: string, app: string, text: string, others: string[] = []) => {
      const made = new User(installed(), major, `compare-${name}`, others);
      made.write(app, text);
      return made;
    };
    const verdicts = (stdout: string) =>
      JSON.parse(stdout).comparisons.map(
        (one: any) => `${one.method} ${one.path} ${one.status} ${one.verdict}`,
      );

    it('finds an exported Express 4 application equal for all requests', async () => {
      const where = user(
        '4',
        'cjs',
        'app.js',
        `const express = require('express'); const app = express(); ${ROUTES} module.exports = app;`,
      );
      const { code, stdout, stderr } = await where.maglev(
        'compare',
        './app.js',
        '--only-equality',
        '--unsafe',
        '--json',
      );
      assert.equal(code, 0, stdout + stderr);
      const { express, equal, speed, requests } = JSON.parse(stdout);
      assert.deepEqual(
        { express, equal, speed, requests },
        {
          express: '4',
          equal: true,
          speed: null,
          requests: {
            source: 'the route table',
            skipped: [],
            unsafe: 0,
            elsewhere: 0,
            left: 0,
            shared: null,
            unconfirmed: null,
            refused: [],
          },
        },
      );
      assert.deepEqual(readdirSync(where.folder).sort(), ['app.js', 'node_modules']);
      const seen = verdicts(stdout);
      for (const expected of [
        'GET / 200 equal',
        'GET /users/1 200 equal',
        'GET /time 200 varies',
        'GET /count 200 equal',
        'GET /fails 500 equal',
        'POST /users 201 equal',
        'OPTIONS /users 200 equal',
        'GET /maglev-compare/no-such-route 404 equal',
      ]) {
        assert.ok(seen.includes(expected), `${expected} in ${seen.join('; ')}`);
      }
    });

    it('measures an ES module for Express 5 that listens on a port in use, and writes a page', async () => {
      const busy = net.createServer().listen(0);
      await once(busy, 'listening');
      const { port } = busy.address() as net.AddressInfo;
      const where = user(
        '5',
        'esm',
        'app.mjs',
        `import express from 'express'; const app = express(); ${ROUTES} app.listen(${port}, () => console.log('up'));`,
      );
      const { code, stdout, stderr } = await where
        .byCpuTime()
        .maglev(
          'compare',
          'app.mjs',
          '--time',
          '15',
          '--response-time',
          '120',
          '--rounds',
          '3',
          '--out',
          'page.html',
        );
      busy.close();
      assert.equal(code, 0, stdout + stderr);
      assert.match(stdout, /^app\.mjs: Express 5\.\d+\.\d+ and maglev 5\.0\.0, Node v/);
      assert.match(
        stdout,
        /All \d+ requests got the same responses, header for header and byte for byte, except for X-Powered-By/,
      );
      assert.match(stdout, /^ {2}body \/now changes each time on GET \/time$/m);
      assert.match(stdout, /^CPU time, µs a request +[\d.,]+ \([\d.,]+-[\d.,]+\) /m);
      assert.match(stdout, /^heap after GC, MB +[\d.]+ /m);
      // A response that takes longer than its turns would extend half a minute to minutes.
      assert.match(
        stdout,
        /^Not measured: GET \/slow takes \d+ ms, longer than its turns of \d+ ms\. Run longer with --time/m,
      );
      assert.match(stdout, /^router +\d+\.\d +\d+\.\d$/m);
      assert.match(stdout, /^Not measured: GET \/limited has status 429 instead of 200 under load\.$/m);
      assert.match(stdout, /^Skipped 1 request that may change data; --unsafe includes such requests\.$/m);
      assert.doesNotMatch(stdout, /\x1b|NaN|undefined|^up$/m);
      assert.match(stderr, /^ +\d+ %.*: measuring$/m);
      const page = readFileSync(join(where.folder, 'page.html'), 'utf8');
      assert.match(page, /<svg /);
      assert.doesNotMatch(page, /NaN|undefined|<script|https?:\/\//);
    });

    it('runs TypeScript with the flags after --', async () => {
      const text = `import express from 'express'; const app: express.Express = express(); app.get('/', (_req: express.Request, res) => { res.send('typed'); }); export default app;`;
      const where = user('5', 'ts', 'app.ts', text, ['tsx']);
      const { code, stdout, stderr } = await where.maglev(
        'compare',
        'app.ts',
        '--only-equality',
        '--',
        '--import',
        'tsx',
      );
      assert.equal(code, 0, stdout + stderr);
      assert.match(stdout, /got the same responses/);
    });

    it('gives Express to an application that already uses maglev', async () => {
      const where = user(
        '5',
        'swapped',
        'app.cjs',
        `const express = require('maglev'); const app = express(); ${ROUTES} module.exports = app;`,
      );
      const { code, stdout, stderr } = await where.maglev('compare', 'app.cjs', '--only-equality');
      assert.equal(code, 0, stdout + stderr);
      assert.match(
        stdout,
        /got the same responses, header for header and byte for byte, except for X-Powered-By/,
      );
    });

    it('shows differences, and exits with 1', async () => {
      const where = user(
        '5',
        'seeded',
        'app.cjs',
        `
        const express = require('express');
        const app = express();
        const isMaglev = typeof app.routes === 'function';
        app.get('/same', (req, res) => res.send('same'));
        app.get('/body', (req, res) => res.type('text').send('one\\n' + (isMaglev ? 'two' : 'zwei') + '\\nthree'));
        app.get('/header', (req, res) => res.set('X-Kind', isMaglev ? 'b' : 'a').end());
        app.get('/status', (req, res) => res.sendStatus(isMaglev ? 202 : 201));
        module.exports = app;`,
      );
      where.write('requests.txt', 'GET /same\nGET /body\nGET /header\nGET /status\n');
      const { code, stdout } = await where.maglev(
        'compare',
        'app.cjs',
        '--only-equality',
        '--requests',
        'requests.txt',
        '--out',
        'report.html',
      );
      assert.equal(code, 1, stdout);
      assert.match(stdout, /^3 of 4 requests got different responses\.$/m);
      assert.match(
        stdout,
        /GET \/body \(- Express, \+ maglev, sent 12 times\)[\s\S]*?\(1 equal line\)\n +- zwei\n +\+ two\n +\(1 equal line\)/,
      );
      assert.match(stdout, /header x-kind\n +- X-Kind: a\n +\+ X-Kind: b/);
      assert.match(stdout, /status\n +- 201 Created\n +\+ 202 Accepted/);
      assert.match(readFileSync(join(where.folder, 'report.html'), 'utf8'), /<del>- zwei<\/del>/);
    });

    it('prints its findings even if the page cannot be written', async () => {
      const where = user('5', 'unwritable', 'app.cjs', `module.exports = require('express')();`);
      const args = ['compare', 'app.cjs', '--only-equality', '-o', 'none/page.html'];
      const { code, stdout, stderr } = await where.maglev(...args);
      assert.equal(code, 2);
      assert.match(stdout, /^All \d+ requests? got the same responses/m);
      assert.match(stderr, /^maglev: Cannot write none\/page\.html \(ENOENT\)\.$/m);
    });

    const mistakes: [name: string, text: string, args: string[], message: RegExp][] = [
      [
        'express-less',
        `require('node:http').createServer((req, res) => res.end()).listen(3000);`,
        [],
        /app\.cjs calls listen, but not for an application/,
      ],
      [
        'unloaded',
        `const app = (req, res) => res.end(); app.handle = app.use = () => {}; module.exports = app;`,
        [],
        /app\.cjs does not load Express, so there is nothing to compare\./,
      ],
      ['broken', `const = 1;`, [], /app\.cjs has a syntax error in .*app\.cjs:1/],
      [
        'no-requests',
        `module.exports = require('express')();`,
        ['--requests', 'none.txt'],
        /File not found: none\.txt/,
      ],
      [
        'no-time',
        `module.exports = require('express')();`,
        ['--time', 'soon'],
        /--time must be a number greater than 0, got soon\./,
      ],
      [
        'no-login',
        `const app = require('express')(); app.post('/login', (req, res) => res.sendStatus(401)); module.exports = app;`,
        ['--login', 'POST /login {"name":"ada"}'],
        /The login POST \/login failed: status 401\./,
      ],
      [
        'no-setup',
        `module.exports = require('express')();`,
        ['--setup', 'echo no database; exit 4'],
        /--setup exited with code 4 on the side of Express; its last output was: no database/,
      ],
      [
        'no-path',
        `module.exports = require('express')();`,
        ['--ignore', '/a//b'],
        /"\/a\/\/b" is not a path in JSON: write it as \/items\/\*\/id, items\.\*\.id or \$\.items\[\*\]\.id\./,
      ],
      [
        'no-name',
        `module.exports = require('express')();`,
        ['--param', '7'],
        /"7" has no name: write it as --param id=7/,
      ],
    ];
    for (const [name, text, args, message] of mistakes) {
      it(`reports the problem in one sentence: ${name}`, async () => {
        const { code, stdout, stderr } = await user('5', name, 'app.cjs', text).maglev(
          'compare',
          'app.cjs',
          ...args,
        );
        assert.equal(code, 2, stdout + stderr);
        assert.equal(stdout, '');
        const reported = stderr.split('\n').filter((line) => line !== '' && !/^ +\d+ %/.test(line));
        assert.equal(reported.length, 1, stderr);
        assert.match(reported[0]!, message);
      });
    }

    it('requires Express if there is none', async () => {
      const alone = new Project(join(installed().folder, '..', 'alone'));
      alone.write('app.cjs', '');
      const file = join(alone.folder, 'app.cjs');
      const { code, stderr } = await new User(installed(), '5', 'compare-alone').maglev('compare', file);
      assert.equal(code, 2);
      assert.equal(
        stderr,
        `maglev: There is no Express next to ${file} to compare with: run "npm install express" in its folder.\n`,
      );
    });

    it('requires Express if maglev replaces it', async () => {
      const line = installed().lines.get('5')!;
      line.write('app.cjs', '');
      const file = join(line.folder, 'app.cjs');
      const { code, stderr } = await new User(installed(), '5', 'compare-replacement').maglev(
        'compare',
        file,
      );
      assert.equal(code, 2);
      assert.equal(
        stderr,
        `maglev: The package express next to ${file} is maglev, which replaces it: install Express itself to compare with.\n`,
      );
    });

    it('stops its servers when it is interrupted', async () => {
      const where = user(
        '5',
        'leaving',
        'app.cjs',
        `
        const app = require('express')();
        app.get('/', (req, res) => res.send('hello'));
        require('node:fs').appendFileSync('pids', process.pid + ' ');
        process.on('SIGINT', () => {}).on('SIGTERM', () => {});
        module.exports = app;`,
      );
      const child = where.byCpuTime().start('compare', 'app.cjs', '--time', '60');
      let printed = '';
      for await (const chunk of child.stderr!) {
        printed += chunk;
        if (printed.includes('measuring')) child.kill('SIGINT');
      }
      if (child.exitCode === null) await once(child, 'exit');
      assert.equal(child.exitCode, 130, printed);
      // Comparing takes at most 40 % of the time; measuring takes the rest.
      assert.match(printed, /, (?:0:[3-5]\d|1:0\d) left: measuring$/m);
      const pids = readFileSync(join(where.folder, 'pids'), 'utf8').trim().split(' ').map(Number);
      assert.equal(pids.length, 2);
      for (const pid of pids) await ended(pid);
    });
  });
}

/** Waits until the system reports that killed processes are gone. The test runner stops a wait that is too long. */
async function ended(pid: number): Promise<void> {
  while (isRunning(pid)) await new Promise((resolve) => setTimeout(resolve, 10));
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // Its parent is gone, and its new parent may take a while to reap it.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
