import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Installation } from './project.js';
import { manifest } from './project.js';

const MEMBERS = [
  'Route',
  'Router',
  'application',
  'json',
  'raw',
  'request',
  'response',
  'static',
  'text',
  'urlencoded',
];

/** Members of 3.x that come from packages, by name. */
const PACKAGED = [
  ...['basicAuth', 'compress', 'cookieParser', 'cookieSession', 'directory', 'errorHandler', 'favicon'],
  ...['logger', 'methodOverride', 'multipart', 'responseTime', 'session', 'timeout', 'vhost'],
];

/** The package under its own name. */
export function testName(installed: () => Installation): void {
  describe('as maglev', () => {
    it('responds to a request when required', async () => {
      const printed = await installed().run(
        'request.cjs',
        `const maglev = require('maglev');
       const app = maglev();
       app.use(maglev.json());
       app.post('/echo/:name', (req, res) => res.json({ name: req.params.name, body: req.body }));
       const server = app.listen(0, async () => {
         const response = await fetch('http://localhost:' + server.address().port + '/echo/a%20b', {
           method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"x":[1]}',
         });
         console.log(response.status, await response.text());
         server.close();
       });`,
      );
      assert.equal(printed, '200 {"name":"a b","body":{"x":[1]}}\n');
    });

    it('is a function with members when required', async () => {
      const printed = await installed().run(
        'members.cjs',
        `const maglev = require('maglev');
       console.log(JSON.stringify([typeof maglev, Object.keys(maglev).sort(), maglev.default === maglev]));`,
      );
      assert.deepEqual(JSON.parse(printed), ['function', MEMBERS, true]);
    });

    it('has a default export and named exports when imported', async () => {
      const printed = await installed().run(
        'names.mjs',
        `import maglev, { Router, json, static as files } from 'maglev';
       import * as all from 'maglev';
       const same = maglev.Router === Router && maglev.json === json && maglev.static === files;
       console.log(JSON.stringify([typeof maglev, same, Object.keys(all)]));`,
      );
      const [type, same, names] = JSON.parse(printed);
      assert.equal(type, 'function');
      assert.equal(same, true);
      assert.deepEqual(names, [...MEMBERS, 'default'].sort());
    });

    it('is one instance in a process that both requires and imports it', async () => {
      const printed = await installed().run(
        'mix.mjs',
        `import { createRequire } from 'node:module';
       import maglev, { Router } from 'maglev';
       import RouterAlone, { Route, Router as Named } from 'maglev/router';
       import parsers, { json } from 'maglev/parsers';
       const require = createRequire(import.meta.url);
       const required = require('maglev');
       console.log(JSON.stringify({
         callable: required === maglev,
         router: required.Router === Router && require('maglev/router') === Router && RouterAlone === Router,
         named: Named === Router && require('maglev/router').Router === Router,
         route: required.Route === Route && require('maglev/router').Route === Route,
         parsers: required.json === json && require('maglev/parsers').json === json && parsers.json === json,
         instance: required.Router() instanceof Router,
         request: required.request === maglev.request,
       }));`,
      );
      for (const [what, same] of Object.entries(JSON.parse(printed))) assert.ok(same, what);
    });

    it('routes on a plain node:http server with maglev/router', async () => {
      const printed = await installed().run(
        'router.cjs',
        `const http = require('node:http');
       const Router = require('maglev/router');
       const router = new Router({ strict: true });
       router.get('/a/:b', (req, res) => res.end('found ' + req.params.b));
       const server = http.createServer((req, res) => router(req, res, () => res.end('lost')));
       server.listen(0, async () => {
         const at = (path) => fetch('http://localhost:' + server.address().port + path).then((a) => a.text());
         console.log(await at('/a/1'), '-', await at('/a/1/'));
         server.close();
       });`,
      );
      assert.equal(printed, 'found 1 - lost\n');
    });

    it('provides 4.x as maglev/v4, in the same process', async () => {
      const printed = await installed().run(
        'v4.mjs',
        `import { createRequire } from 'node:module';
       import maglev5 from 'maglev';
       import maglev, { Router, query, static as files } from 'maglev/v4';
       import * as all from 'maglev/v4';
       const required = createRequire(import.meta.url)('maglev/v4');
       const app = maglev();
       app.use(maglev.urlencoded({ extended: true }));
       app.get('/files/*', (req, res) => res.send([req.params[0], req.query, req.body]));
       app.use('/five', maglev5().get('/*rest', (req, res) => res.send(req.params.rest)));
       const server = app.listen(0, async () => {
         const at = (path) => fetch('http://localhost:' + server.address().port + path).then((a) => a.text());
         console.log(JSON.stringify({
           same: required === maglev && required.Router === Router && maglev.query === query && maglev.static === files,
           other: maglev !== maglev5 && Router !== maglev5.Router,
           names: Object.keys(all),
           bodies: [await at('/files/a/b?x[y]=1'), await at('/five/a/b')],
         }));
         server.close();
       });`,
      );
      assert.deepEqual(JSON.parse(printed), {
        same: true,
        other: true,
        names: [...MEMBERS, 'default', 'query'].sort(),
        bodies: ['["a/b",{"x":{"y":"1"}},{}]', '["a","b"]'],
      });
    });

    it('provides 3.x as maglev/v3, whose other middleware names the package to install', async () => {
      const printed = await installed().run(
        'v3.mjs',
        `import Module, { createRequire } from 'node:module';
       import maglev4 from 'maglev/v4';
       import maglev, { Router, json, logger, static as files } from 'maglev/v3';
       import * as all from 'maglev/v3';
       // The replacement of Express 3 depends on it, and is installed alongside.
       const { _resolveFilename } = Module;
       Module._resolveFilename = function (id, ...rest) {
         if (id !== 'morgan') return _resolveFilename.call(this, id, ...rest);
         throw Object.assign(new Error("Cannot find module 'morgan'"), { code: 'MODULE_NOT_FOUND' });
       };
       const required = createRequire(import.meta.url)('maglev/v3');
       const app = maglev();
       app.use(maglev.bodyParser()).use(app.router);
       app.locals({ title: 'x' });
       app.get('/files/*', (req, res) => res.send([200, req.params[0], app.locals.title].join()));
       app.use('/four', maglev4().get('/*', (req, res) => res.send(req.params[0])));
       const missing = [() => maglev.logger('dev'), () => logger('dev')].map((make) => {
         try { make(); } catch (error) { return error.message; }
       });
       const server = app.listen(0, async () => {
         const at = (path) => fetch('http://localhost:' + server.address().port + path).then((a) => a.text());
         console.log(JSON.stringify({
           same: required === maglev && required.Router === Router && maglev.json === json && maglev.static === files,
           other: maglev !== maglev4 && Router !== maglev4.Router,
           names: Object.keys(all),
           bodies: [await at('/files/a/b'), await at('/four/a/b'), await at('/none')],
           missing,
         }));
         server.close();
       });`,
      );
      const own = MEMBERS.filter((name) => name !== 'raw' && name !== 'text');
      assert.deepEqual(JSON.parse(printed), {
        same: true,
        other: true,
        names: [...own, ...PACKAGED, 'bodyParser', 'createServer', 'default', 'mime', 'query'].sort(),
        bodies: ['200,a/b,x', 'a/b', 'Cannot GET /none\n'],
        missing: Array(2).fill('logger is the package morgan, which is not installed: npm install morgan'),
      });
    });

    const deprecated: [entry: string, call: string, warning: string][] = [
      ['maglev', `app.get('/', (req, res) => res.redirect(''))`, 'Provide a url argument'],
      ['maglev/v4', `app.del('/', () => {})`, 'app.del: Use app.delete instead'],
      ['maglev/v3', `app.del('/', () => {})`, 'app.del: Use app.delete instead'],
    ];
    for (const [entry, call, warning] of deprecated) {
      it(`warns about deprecated calls to ${entry} once, unless NO_DEPRECATION is set`, async () => {
        const program = (before: string) => `
          ${before}
          process.stderr.write = (text) => console.log(text.replace(/^.*? (\\S+ deprecated .*) at .*$/s, '$1'));
          const maglev = require('${entry}');
          const app = maglev();
          for (let i = 0; i < 3; i++) ${call};
          const server = app.listen(0, async () => {
            for (let i = 0; i < 3; i++) await fetch('http://localhost:' + server.address().port, { redirect: 'manual' });
            server.close();
          });`;
        assert.equal(await installed().run('warns.cjs', program('')), `maglev deprecated ${warning}\n`);
        const silent = program(`process.env.NO_DEPRECATION = 'maglev';`);
        assert.equal(await installed().run('silent.cjs', silent), '');
      });
    }

    it('exports its package.json', async () => {
      const printed = await installed().run(
        'manifest.cjs',
        `console.log(require('maglev/package.json').version);`,
      );
      assert.equal(printed, `${manifest.version}\n`);
    });
  });
}
