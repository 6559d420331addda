import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { describe, it } from 'node:test';
import type { Installation } from '../package/project.js';
import { LISTENING, PROMISED, TYPED } from './apps.js';
import { User } from './user.js';

/** `maglev routes`, as a user runs it. */
export function testRoutes(installed: () => Installation): void {
  describe('maglev routes', { concurrency: 2 }, () => {
    it('prints the table of an Express 4 application that listens, as a tree', async () => {
      const user = new User(installed(), '4', 'routes-tree');
      user.write('app.js', LISTENING);
      const { code, stdout, stderr } = await user.maglev('routes', './app.js');
      assert.equal(stderr, '');
      assert.equal(code, 0);
      const [table = '', summary = ''] = stdout.split('\n\n');
      assert.deepEqual(table.split('\n').map(normalize), [
        'METHOD PATH BEFORE HANDLER SOURCE',
        'use / query app.js:9',
        'use / expressInit app.js:9',
        'use / jsonParser app.js:9',
        'GET / 1 home app.js:10',
        'mount /users router app.js:16',
        '├─ use /users requireAuth app.js:13',
        '├─ GET /users/:id 3 show app.js:14',
        '└─ POST /users 2 create app.js:15',
        'GET /files/* 1 app.js:18',
        'GET /^\\/re(\\d+)$/ 1 app.js:19',
        'use (errors) / failed app.js:28',
      ]);
      assert.match(
        summary,
        /^\.\/app\.js: Express 4, 5 routes, 4 middleware, 1 matched by a RegExp, compiled in /,
      );
    });

    it('says which fast paths are on, and why others are off', async () => {
      const user = new User(installed(), '4', 'routes-fast-paths');
      user.write('app.js', LISTENING);
      user.write(
        'patched.js',
        `const { prototype } = require('http').OutgoingMessage;\nprototype.end = function end() {};\nrequire('./app.js');`,
      );
      const linesOf = async (file: string) => {
        const { stdout } = await user.maglev('routes', file);
        return stdout
          .trimEnd()
          .split('\n')
          .filter((line) => line.startsWith('Fast paths'));
      };
      assert.deepEqual(await linesOf('app.js'), [
        'Fast paths that are on: messages, headers, head, body, notFound, files, connections, bodies.',
      ]);
      assert.deepEqual(await linesOf('patched.js'), [
        'Fast paths that are on: messages, files.',
        'Fast paths that are off: headers, body, notFound, connections, bodies. Something has replaced `end` of http.OutgoingMessage.',
        'Fast paths that are off: head. Headers are set by Node.',
      ]);
    });

    it('does not open the port', async () => {
      const user = new User(installed(), '4', 'routes-port');
      user.write('app.js', LISTENING);
      const taken = createServer().listen(0);
      try {
        process.env.PORT = String((taken.address() as { port: number }).port);
        assert.equal((await user.maglev('routes', 'app.js')).code, 0);
      } finally {
        delete process.env.PORT;
        taken.close();
      }
    });

    it('prints JSON', async () => {
      const user = new User(installed(), '4', 'routes-json');
      user.write('app.js', LISTENING);
      const { stdout } = await user.maglev('routes', 'app.js', '--json');
      const { express, figures, fastPaths, routes } = JSON.parse(stdout);
      assert.equal(express, '4');
      assert.equal(figures.regexpOnly, 1);
      const expected = { name: 'messages', on: true, reason: null };
      assert.deepEqual(fastPaths[0], expected);
      const { source, ...route } = routes.find(({ path }: { path: string }) => path === '/users/:id');
      assert.match(source, /app\.js:14$/);
      assert.deepEqual(route, {
        kind: 'route',
        methods: ['GET'],
        path: '/users/:id',
        name: 'show',
        depth: 1,
        middleware: { sure: 3, maybe: 0 },
      });
    });

    it('prints first the handler of a request, then the layers before it, and near matches', async () => {
      const user = new User(installed(), '4', 'routes-explain');
      user.write('app.js', EXPLAINED);
      const explain = async (...args: string[]) => {
        const { stdout } = await user.maglev('routes', 'app.js', '--explain', ...args);
        return stdout.split('\n').map((line) => line.trimEnd());
      };
      assert.deepEqual(await explain('GET /org/acme/users/7'), [
        'GET /org/acme/users/7 is handled by show, GET /org/:org/users/:userId (app.js:7)',
        '  org = acme',
        '  userId = 7',
        '',
        '5 layers run:',
        '  1    use /                  query        app.js:3',
        '  2    use /                  expressInit  app.js:3',
        '  3    mount /org/:org/users  router       app.js:9',
        '  3.1  use /                  requireAuth  app.js:6',
        '  3.2  GET /:userId           show         app.js:7',
        '',
        'May run after it: 1 error handler (after an error); -v lists them.',
        '',
        'Similar, but not matching:',
        '  POST /org/:org/users/:userId  is for POST  app.js:8',
        '',
      ]);
      const all = await explain('/every/thing');
      assert.equal(all[0], 'GET /every/thing is handled by every, ALL /every/* (app.js:10)');
      assert.ok(
        all.every((line) => line.length <= 80),
        all.join('\n'),
      );
      const refused = await explain('/num/abc');
      assert.equal(refused[0], 'GET /num/abc gets 404: no route matches, unless one of these responds');
      assert.ok(
        refused.includes('  GET /num/:id(\\d+)  :id(\\d+) does not match abc  app.js:3'),
        refused.join('\n'),
      );
      assert.equal(refused[2], '2 layers run:');
      const [undecodable] = await explain('/org/acme/users/%zz');
      assert.match(
        undecodable!,
        /gets 400: Failed to decode param '%zz', for GET \/org\/:org\/users\/:userId/,
      );
      const [options] = await explain('OPTIONS /nowhere');
      assert.match(options!, /gets the methods that have routes here, or 404 if there are none/);
      const long = (await explain('/num/7', '-v')).join('\n');
      assert.match(long, /The path ends in the leaf \/num\/:\./);
      assert.match(long, /errors \/ {2}failed {2}app\.js:11\n.*runs only after an error/);
      const decoded = await fetchOf(user, '/org/acme/users/%zz');
      assert.equal(decoded, '400\n');
    });

    it('reads every application of a file, and passes its arguments', async () => {
      const user = new User(installed(), '5', 'routes-two');
      user.write('app.js', TWO);
      const both = await user.maglev('routes', 'app.js', '--', '--prefix', '/admin');
      assert.match(
        both.stdout,
        /GET +\/admin\/a .*app\.js \(1 of 2\): Express 5.*GET +\/b .*app\.js \(2 of 2\): Express 5/s,
      );
      const [second] = JSON.parse((await user.maglev('routes', 'app.js', '--json')).stdout).others;
      assert.deepEqual(
        second.routes.map(({ path }: { path: string }) => path),
        ['/b'],
      );
      assert.match((await user.maglev('routes', 'app.js', '--app', '2')).stdout, /^METHOD.*\nGET +\/b/);
      assert.match(
        (await user.maglev('routes', 'app.js', '--app', '3')).stderr,
        /--app is 3, but app\.js has 2 applications/,
      );
    });

    it('reports that an application with paths of another major version does not start', async () => {
      const user = new User(installed(), '4', 'routes-refused');
      user.write('app.js', LISTENING);
      const { code, stdout, stderr } = await user.maglev('routes', 'app.js', '--express', '5', '--json');
      assert.equal(code, 0);
      assert.equal(JSON.parse(stdout).express, '5');
      assert.match(stderr, /^maglev: app\.js does not start on Express 5, which rejects 1 path: .*\n$/);
    });

    it('exits normally when its output is closed', async () => {
      const user = new User(installed(), '5', 'routes-unread');
      const command = user.start('routes', 'missing.js');
      command.stderr!.destroy();
      const [code] = await once(command, 'exit');
      assert.equal(code, 2);
    });

    it('reads ES modules, promises of applications and applications of Express 5', async () => {
      const user = new User(installed(), '5', 'routes-module');
      user.write('app.mjs', PROMISED);
      const { stdout } = await user.maglev('routes', 'app.mjs');
      assert.match(stdout, /GET +\/books\/:id +0 +book +app\.mjs:7\n\napp\.mjs: Express 5/);
    });

    it('calls the function that creates the application', async () => {
      const user = new User(installed(), '5', 'routes-factory');
      const create = `(...parts) => { const app = express(); app.get('/' + parts.map((one) => typeof one).join('-'), (req, res) => res.end());`;
      const programs: Record<string, [text: string, call: string, path: string]> = {
        'default.cjs': [`module.exports = ${create} return app; };`, 'default', '/'],
        'named.cjs': [
          `exports.createApp = ${create} return app; };`,
          'createApp({"a":[1]}, "b")',
          '/object-string',
        ],
        'own.cjs': [
          `const createApp = ${create} return app; }; module.exports = createApp;`,
          'createApp()',
          '/',
        ],
        'served.cjs': [`exports.start = ${create} app.listen(80); };`, 'start', '/'],
        'promised.mjs': [`export default async ${create} return { app, stop() {} }; };`, 'default', '/'],
        'server.mjs': [`export const start = ${create} return app.listen(80); };`, 'start(true)', '/boolean'],
      };
      for (const [name, [text, call, path]] of Object.entries(programs)) {
        const load = name.endsWith('.mjs')
          ? "import express from 'express'"
          : "const express = require('express')";
        user.write(name, `${load}; ${text}`);
        const { stdout, stderr } = await user.maglev('routes', name, '--json', '--call', call);
        assert.equal(JSON.parse(stdout || '{}').routes?.[0]?.path, path, `${name}: ${stdout}${stderr}`);
      }
    });

    it("reads TypeScript with the user's loader, and applications that listen later", async () => {
      const user = new User(installed(), '5', 'routes-types', ['tsx']);
      user.write('app.ts', TYPED);
      for (const flags of [
        ['--', '--import', 'tsx'],
        ['--node-option=--import', '--node-option=tsx'],
      ]) {
        const { stdout, stderr } = await user.maglev('routes', 'app.ts', ...flags);
        assert.match(stdout, /GET +\/orders +0 +orders +app\.ts:\d+\n\napp\.ts: Express 5/, stderr);
      }
    });

    it('loads a file as node does for its main module', async () => {
      const user = new User(installed(), '5', 'routes-main');
      const create = `const app = express(); app.get('/found', (req, res) => res.end());`;
      const programs = {
        'typeless.js': `import express from 'express'; ${create} export { app };`,
        'main.js': `const express = require('express'); if (require.main === module) { ${create} app.listen(80); }`,
        'worker.js': `const express = require('express'); if (require('cluster').isWorker) { ${create} app.listen(80); }`,
        // As log4js does.
        'logging.js': `const express = require('express'); if (!require('cluster').isMaster) process.send({ topic: 'log' });
          ${create} app.listen(80);`,
        'database.js': `const express = require('express'); ${create} module.exports = app;
          setInterval(() => {}, 1000); setTimeout(() => Promise.reject(new Error('no database')), 5);`,
        'argv.mjs': `import express from 'express'; import { pathToFileURL } from 'node:url';
          if (import.meta.url === pathToFileURL(process.argv[1]).href) { ${create} app.listen(80); }`,
      };
      for (const [name, text] of Object.entries(programs)) {
        user.write(name, text);
        const { stdout, stderr } = await user.maglev('routes', name);
        assert.match(stdout, /GET +\/found/, name + stderr);
      }
    });

    it('leaves no processes when it is killed', async () => {
      const user = new User(installed(), '5', 'routes-killed');
      const server = createServer().listen(0);
      const { port } = server.address() as { port: number };
      user.write('app.cjs', `process.on('SIGTERM', () => {}); require('net').connect(${port}).resume();`);
      const command = user.start('routes', 'app.cjs', '--timeout', '600');
      const [socket] = await once(server, 'connection');
      command.kill('SIGKILL');
      socket.on('error', () => {});
      await once(socket.resume(), 'close');
      server.close();
    });

    it('uses the major version of --express', async () => {
      const user = new User(installed(), '5', 'routes-line');
      user.write(
        'app.js',
        `const app = require('express')(); app.get('/a', (req, res) => res.end()); exports.app = app;`,
      );
      assert.match((await user.maglev('routes', 'app.js', '--express', '4')).stdout, /Express 4/);
      assert.match((await user.maglev('routes', 'app.js')).stdout, /Express 5/);
      const three = await user.maglev('routes', 'app.js', '--express', '3');
      assert.match(three.stdout, /GET +\/a +\d+ +app\.js:1\n/, three.stderr);
    });
  });
}

function normalize(line: string): string {
  return line.trim().split(/\s+/).join(' ');
}

const EXPLAINED = `const express = require('express');
const app = express();
app.get('/num/:id(\\\\d+)', function number(req, res) { res.end(); });
const users = express.Router({ mergeParams: true });
function requireAuth(req, res, next) { next(); }
users.use(requireAuth);
users.get('/:userId', function show(req, res) { res.end(); });
users.post('/:userId', function save(req, res) { res.end(); });
app.use('/org/:org/users', users);
app.all('/every/*', function every(req, res) { res.end(); });
app.use(function failed(err, req, res, next) { res.status(err.status).end(); });
module.exports = app;
`;

const TWO = `const express = require('express');
const [one, two] = [express(), express()];
one.get((process.argv[3] ?? '') + '/a', (req, res) => res.end());
two.get('/b', (req, res) => res.end());
one.listen(80);
two.listen(81);
`;

/** The status of a path in the application of a user. */
async function fetchOf(user: User, path: string): Promise<string> {
  return user.project.run(
    'send.cjs',
    `const server = require('./app.js').listen(0, async () => {
      const { status } = await fetch('http://localhost:' + server.address().port + '${path}');
      console.log(status);
      server.close();
    });`,
  );
}
