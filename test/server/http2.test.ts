/** HTTP/2 features beyond single members. The tests of members, in test/api, also run over HTTP/2. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import http2 from 'node:http2';
import type net from 'node:net';
import { describe, test } from 'node:test';
import tls from 'node:tls';
import { type Framework, lines } from '../support/api.js';
import { HANGS } from '../support/patience.js';

// A shared key instead of a certificate: it is real TLS, and the repository needs no certificate that expires.
const key = Buffer.from('a key that both sides of the test know');
const secure = { ciphers: 'PSK+HIGH', maxVersion: 'TLSv1.2', minVersion: 'TLSv1.2' } as const;

interface Received {
  headers: http2.IncomingHttpHeaders;
  body: string;
}

async function read(stream: http2.ClientHttp2Stream): Promise<Received> {
  let body = '';
  let headers: http2.IncomingHttpHeaders = {};
  stream.on('response', (received) => {
    headers = received;
  });
  stream.on('data', (chunk) => {
    body += chunk;
  });
  stream.setTimeout(HANGS, () => stream.close());
  await once(stream, 'close');
  return { headers, body };
}

/** Serves an application over HTTP/2 without TLS while `use` runs. */
async function withSession(app: Framework, use: (session: http2.ClientHttp2Session) => Promise<void>) {
  const server = http2.createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const session = http2.connect(`http://127.0.0.1:${(server.address() as net.AddressInfo).port}`);
  try {
    await use(session);
  } finally {
    session.destroy();
    server.close();
  }
}

for (const line of [5, 4, 3] as const) {
  const { maglev } = lines[line];
  const create = (): Framework => maglev().set('env', 'test').set('json spaces', 0);

  describe(`HTTP/2 (${line}.x)`, () => {
    test('and HTTP/1 share one secure port', async () => {
      const app = create();
      app.use((req: any, res: any) =>
        res.json([req.httpVersion, req.protocol, req.secure, req.ip, req.get('host')]),
      );
      const server = http2.createSecureServer({ ...secure, allowHTTP1: true, pskCallback: () => key }, app);
      await once(server.listen(0, '127.0.0.1'), 'listening');
      const { port } = server.address() as net.AddressInfo;
      const connect = (protocol: string) =>
        tls.connect({
          ...secure,
          port,
          host: '127.0.0.1',
          ALPNProtocols: [protocol],
          pskCallback: () => ({ psk: key, identity: 'test' }),
          checkServerIdentity: () => undefined,
        });
      const session = http2.connect('https://shop.example', { createConnection: () => connect('h2') });
      try {
        const { body } = await read(session.request({ ':authority': 'shop.example' }));
        assert.equal(body, '["2.0","https",true,"127.0.0.1","shop.example"]');
        for (let connection = 0; connection < 2; connection++) {
          const headers = { connection: 'close', host: 'shop.example' };
          const request = http.get({ createConnection: () => connect('http/1.1'), headers });
          const [response] = await once(request, 'response');
          const chunks = await response.setEncoding('utf8').toArray();
          assert.equal(chunks.join(''), '["1.1","https",true,"127.0.0.1","shop.example"]');
        }
      } finally {
        session.destroy();
        server.close();
      }
    });

    test('uses members added to the prototypes of the current application', async () => {
      const app = create();
      const child = create();
      const who = (req: any, res: any) =>
        res.append?.('X-Who', req.who()) ?? res.appendHeader('X-Who', req.who());
      app.request.who = () => 'parent';
      child.request.who = () => 'child';
      app.use('/child', child);
      child.use((req: any, res: any, next: any) => {
        who(req, res);
        next();
      });
      app.use((req: any, res: any) => {
        who(req, res);
        res.end(`${'absent' in res}`);
      });
      await withSession(app, async (session) => {
        const { headers, body } = await read(session.request({ ':path': '/child' }));
        assert.equal(headers['x-who'], 'child, parent');
        assert.equal(body, 'false');
      });
    });

    test('uses members that were changed since the last request', async () => {
      const app = create();
      const inherited = Object.getPrototypeOf(app.response);
      const { json } = inherited;
      app.response.kind = 'first';
      app.use((_req: any, res: any) => res.end(`${res.kind} ${res.json === json}`));
      const changes: [() => void, string][] = [
        [() => {}, 'first true'],
        [() => (app.response.kind = 'second'), 'second true'],
        [() => (app.response.json = () => {}), 'second false'],
        [() => delete app.response.json, 'second true'],
        [() => (inherited.json = () => {}), 'second false'],
        [() => (inherited.json = json), 'second true'],
        [
          () => Object.defineProperty(app.response, 'kind', { configurable: true, get: () => 'third' }),
          'third true',
        ],
        [
          () => Object.defineProperty(app.response, 'kind', { configurable: true, get: () => 'fourth' }),
          'fourth true',
        ],
        [
          () => Object.setPrototypeOf(app.response, Object.create(inherited, { json: { value: null } })),
          'fourth false',
        ],
        [() => Object.setPrototypeOf(app.response, inherited), 'fourth true'],
        [
          () =>
            Object.defineProperty(app.response, 'json', {
              configurable: true,
              get(this: any) {
                return this.statusCode === undefined ? assert.fail() : json;
              },
            }),
          'fourth true',
        ],
      ];
      await withSession(app, async (session) => {
        for (const [change, expected] of changes) {
          change();
          assert.equal((await read(session.request({ ':path': '/' }))).body, expected, String(change));
        }
      });
    });

    test('reads bodies without Content-Length', async () => {
      const app = create();
      app.use(maglev.json(), maglev.urlencoded({ extended: true }));
      if (line === 3) app.use(maglev.urlencoded());
      app.use((req: any, res: any) => res.json([req.body ?? null, req.is('json')]));
      await withSession(app, async (session) => {
        const stream = session.request({ ':method': 'POST', 'content-type': 'application/json' });
        stream.write('{"a"');
        stream.end(':1}');
        assert.deepEqual(JSON.parse((await read(stream)).body)[0], { a: 1 });
        const empty = session.request(
          { ':method': 'POST', 'content-type': 'application/json' },
          { endStream: true },
        );
        assert.deepEqual(JSON.parse((await read(empty)).body), [
          line === 5 ? null : {},
          line === 3 ? true : null,
        ]);
      });
    });

    test('omits connection-specific headers of HTTP/1', async () => {
      const app = create();
      app.use((req: any, res: any) => {
        res.set({
          Connection: 'close',
          'Keep-Alive': 'timeout=5',
          'Transfer-Encoding': 'chunked',
          'X-Kept': '1',
        });
        if (req.url === '/send') res.send('sent');
        else if (req.url === '/object') res.writeHead(201, { Upgrade: 'x', 'X-More': '2' }).end('sent');
        else if (req.url === '/pairs')
          res.writeHead(201, 'Made', ['Keep-Alive', '1', 'X-More', '2']).end('sent');
        else
          res
            .writeHead(201, [
              ['Proxy-Connection', '1'],
              ['X-More', '2'],
            ])
            .end('sent');
      });
      await withSession(app, async (session) => {
        for (const path of ['/send', '/object', '/pairs', '/nested']) {
          const { headers, body } = await read(session.request({ ':path': path }));
          assert.equal(body, 'sent');
          assert.equal(headers['x-kept'], '1');
          assert.equal(headers['x-more'], path === '/send' ? undefined : '2');
          for (const name of [
            'connection',
            'keep-alive',
            'proxy-connection',
            'transfer-encoding',
            'upgrade',
          ]) {
            assert.equal(headers[name], undefined, name);
          }
        }
      });
    });

    test('reports clients that disconnect', async () => {
      const app = create();
      const closed = new Promise<boolean>((resolve) => {
        app.use((req: any, res: any) => {
          res.on('close', () => resolve(req.aborted));
          res.write('begun');
        });
      });
      await withSession(app, async (session) => {
        const stream = session.request();
        stream.on('error', () => {});
        await once(stream, 'data');
        stream.close(http2.constants.NGHTTP2_CANCEL);
        assert.equal(await closed, true);
      });
    });

    test('supports push and trailers', async () => {
      const app = create();
      app.use((_req: any, res: any) => {
        res.createPushResponse(
          { ':path': '/pushed' },
          (_error: unknown, pushed: http2.Http2ServerResponse) => {
            pushed.end('pushed');
            res.setTrailer('x-sum', '7');
            res.end('requested');
          },
        );
      });
      await withSession(app, async (session) => {
        const pushed = once(session, 'stream').then(([stream]) => read(stream));
        const stream = session.request();
        const trailers = once(stream, 'trailers');
        assert.equal((await read(stream)).body, 'requested');
        assert.equal((await pushed).body, 'pushed');
        assert.equal((await trailers)[0]['x-sum'], '7');
      });
    });

    test('aborts only a response that fails after it has started', async () => {
      const app = create();
      app.use((req: any, res: any, next: any) => {
        if (req.url === '/complete') return res.end('complete');
        res.write('half');
        next(new Error('half-way'));
      });
      await withSession(app, async (session) => {
        const broken = session.request({ ':path': '/broken' });
        const complete = read(session.request({ ':path': '/complete' }));
        broken.resume();
        broken.setTimeout(HANGS, () => broken.close());
        await assert.rejects(once(broken, 'close'), { code: 'ERR_HTTP2_STREAM_ERROR' });
        assert.equal(broken.rstCode, http2.constants.NGHTTP2_INTERNAL_ERROR);
        assert.equal((await complete).body, 'complete');
      });
    });
  });
}
