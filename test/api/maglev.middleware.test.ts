import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import type http from 'node:http';
import { test } from 'node:test';
import { lines, mayGenerateCode, sendRequest, suite } from '../support/api.js';
import { folder } from '../support/api-folder.js';

const root = folder({ 'favicon.ico': 'icon', 'listed.txt': 'x' });
/** Some packages generate code from strings, which some hosts forbid. */
const skip = mayGenerateCode() ? false : 'the package generates code';
const form = { 'Content-Type': 'application/x-www-form-urlencoded' };

/** The middleware that was bundled with 3.x, whichever package provides it today. */
suite(
  'the middleware of 3.x',
  (framework) => {
    const appOf = (...layers: unknown[]) => {
      const app = framework();
      for (const layer of layers) app.use(layer);
      return app;
    };

    test('basicAuth requires a user name and a password', async () => {
      const app = appOf(framework.basicAuth('tobi', 'ferret'), (req: any, res: any) => res.send(req.user));
      assert.equal((await sendRequest(app)).status, 401);
      const headers = { Authorization: `Basic ${Buffer.from('tobi:ferret').toString('base64')}` };
      assert.equal((await sendRequest(app, { headers })).body, 'tobi');
    });

    test('bodyParser reads JSON, forms and uploads', async () => {
      const app = appOf(framework.bodyParser(), (req: any, res: any) =>
        res.json([req.body, Object.keys(req.files ?? {})]),
      );
      const post = async (type: string, body: string) =>
        JSON.parse(
          (await sendRequest(app, { method: 'POST', headers: { 'Content-Type': type }, body })).body,
        );
      assert.deepEqual(await post('application/json', '{"a":1}'), [{ a: 1 }, []]);
      assert.deepEqual(await post('application/x-www-form-urlencoded', 'a[b]=1'), [{ a: { b: '1' } }, []]);
      assert.deepEqual(await post('text/plain', 'x'), [{}, []]);
      // The multipart parser of Express 3 does not run on current Node versions.
      if (framework === lines[3].express || skip) return;
      const part = (name: string, content: string) =>
        `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${content}\r\n`;
      const upload = await post('multipart/form-data; boundary=x', `${part('user[name]', 'tobi')}--x--\r\n`);
      assert.deepEqual(upload, [{ user: { name: 'tobi' } }, []]);
    });

    test('compress compresses the response', async () => {
      const app = appOf(framework.compress({ threshold: 0 }), (_req: any, res: any) =>
        res.send('x'.repeat(99)),
      );
      const { get } = await sendRequest(app, { headers: { 'Accept-Encoding': 'gzip' } });
      assert.equal(get('Content-Encoding'), 'gzip');
    });

    test('cookieParser reads cookies', async () => {
      const app = appOf(framework.cookieParser(), (req: any, res: any) => res.json(req.cookies));
      assert.equal(
        (await sendRequest(app, { headers: { Cookie: 'a=1; b=j:[2]' } })).body,
        '{"a":"1","b":[2]}',
      );
    });

    test('cookieSession keeps a session in a cookie, signed with its own secret or the secret of cookieParser', async () => {
      for (const [parser, session] of [
        [framework.cookieParser(), framework.cookieSession({ secret: 'cat', key: 'sid' })],
        [framework.cookieParser('cat'), framework.cookieSession({ key: 'sid' })],
      ]) {
        const app = appOf(parser, session, (req: any, res: any) => {
          req.session.count = (req.session.count ?? 0) + 1;
          res.send(String(req.session.count));
        });
        const first = await sendRequest(app);
        const Cookie = first
          .all('Set-Cookie')
          .map((cookie) => cookie.split(';')[0])
          .join('; ');
        assert.match(Cookie, /^sid=/);
        assert.deepEqual([first.body, (await sendRequest(app, { headers: { Cookie } })).body], ['1', '2']);
      }
      const app = appOf(framework.cookieParser(), framework.cookieSession());
      assert.match((await sendRequest(app)).body, /`secret` option required for cookie sessions/);
    });

    test('directory lists a folder', { skip }, async () => {
      assert.match((await sendRequest(appOf(framework.directory(root)))).body, /listed\.txt/);
    });

    test('errorHandler shows errors under the name of the framework', async () => {
      const app = appOf(
        (_req: any, _res: any, next: any) => next(new Error('shown')),
        framework.errorHandler(),
      );
      const { status, body } = await sendRequest(app, { headers: { Accept: 'text/html' } });
      assert.equal(status, 500);
      assert.match(body, /<title>Error: shown<\/title>[\s\S]*<h1>Express<\/h1>/);
    });

    test('favicon serves an icon', async () => {
      const app = appOf(framework.favicon(`${root}/favicon.ico`));
      assert.equal((await sendRequest(app, '/favicon.ico')).get('Content-Type')?.startsWith('image/'), true);
    });

    test('favicon has a default icon', async () => {
      for (const given of [[], [null, { maxAge: 1000 }]]) {
        const app = appOf(framework.favicon(...given));
        const { status, headers, get, body } = await sendRequest(app, '/favicon.ico');
        const age = given.length > 0 ? 1 : 31536000;
        assert.deepEqual([status, get('Cache-Control')], [200, `public, max-age=${age}`]);
        assert.equal(get('Content-Type'), 'image/x-icon');
        assert.ok(Number(get('Content-Length')) > 1000);
        // The header of an ICO file with one image.
        assert.equal(body.startsWith('\0\0\x01\0\x01\0\x10\x10'), true);
        const names = headers.map(([name]) => name.toLowerCase());
        assert.deepEqual(
          names.filter((name) => !['connection', 'keep-alive'].includes(name)),
          ['x-powered-by', 'cache-control', 'etag', 'content-length', 'content-type'],
        );
        const conditions = { 'If-None-Match': get('ETag')! };
        assert.equal((await sendRequest(app, { path: '/favicon.ico', headers: conditions })).status, 304);
      }
    });

    test('logger logs in the format of its options', { skip }, async () => {
      const lines: string[] = [];
      const stream = { write: (text: string) => lines.push(text) };
      framework.logger.format('mine', ':method :url');
      for (const options of [{ stream, format: ':method' }, { stream, format: 'mine' }, { stream }]) {
        await sendRequest(
          appOf(framework.logger(options), (_req: any, res: any) => res.end()),
          '/path',
        );
      }
      assert.deepEqual(lines.slice(0, 2), ['GET\n', 'GET /path\n']);
      assert.match(lines[2]!, /"GET \/path HTTP\/(1\.1|2\.0)" 200 - "-" "-"\n$/);
    });

    test('methodOverride takes the method from the body or from a header', async () => {
      const app = appOf(framework.urlencoded(), framework.methodOverride(), (req: any, res: any) =>
        res.json([req.method, req.originalMethod, req.body]),
      );
      const seen = async (headers: Record<string, string>, body: string) =>
        JSON.parse((await sendRequest(app, { method: 'POST', headers, body })).body);
      assert.deepEqual(await seen(form, '_method=put&a=1'), ['PUT', 'POST', { a: '1' }]);
      assert.deepEqual(await seen({ ...form, 'X-HTTP-Method-Override': 'delete' }, ''), [
        'DELETE',
        'POST',
        {},
      ]);
      assert.deepEqual(await seen(form, 'a=1'), ['POST', 'POST', { a: '1' }]);
    });

    test('responseTime sets X-Response-Time', async () => {
      const app = appOf(framework.responseTime(), (_req: any, res: any) => res.end());
      assert.match((await sendRequest(app)).get('X-Response-Time')!, /^\d+(\.\d+)?ms$/);
    });

    test('session keeps a session on the server', async () => {
      const store = new framework.session.MemoryStore();
      const app = appOf(
        framework.cookieParser(),
        framework.session({ secret: 'cat', store }),
        (req: any, res: any) => {
          req.session.count = (req.session.count ?? 0) + 1;
          res.send(String(req.session.count));
        },
      );
      const first = await sendRequest(app);
      const Cookie = first.get('Set-Cookie')!.split(';')[0]!;
      assert.deepEqual([first.body, (await sendRequest(app, { headers: { Cookie } })).body], ['1', '2']);
      for (const name of ['Cookie', 'Session', 'Store'])
        assert.equal(typeof framework.session[name], 'function');
    });

    test('timeout fails requests that take too long', { skip }, async () => {
      const app = appOf(framework.timeout(1), () => {});
      app.use((error: any, _req: any, res: any, _next: any) => res.send(error.code));
      assert.equal((await sendRequest(app)).body, 'ETIMEDOUT');
    });

    test('vhost routes by host, to a function or to a server', async () => {
      const server = new EventEmitter();
      server.on('request', (_req, res: http.ServerResponse) => res.end('emitted'));
      const app = appOf(
        framework.vhost('*.example.com', (_req: any, res: any) => res.end('sub')),
        framework.vhost('example.com', server),
      );
      const at = async (Host: string) => (await sendRequest(app, { headers: { Host } })).body;
      assert.deepEqual([await at('a.example.com'), await at('example.com')], ['sub', 'emitted']);
      assert.match(await at('other.com'), /^Cannot GET/);
    });
  },
  [3],
);

test('maglev throws for unmaintained middleware and names a replacement', () => {
  const { maglev } = lines[3];
  for (const [name, advice] of [
    ['csrf', /csrf-sync/],
    ['limit', /raw-body/],
    ['staticCache', /apicache/],
  ] as const) {
    assert.throws(() => maglev[name], advice);
    assert.equal(Object.keys(maglev).includes(name), false);
  }
});
