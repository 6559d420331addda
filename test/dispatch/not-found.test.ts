/**
 * The response to a request that no handler responds to, and the state afterwards, byte for byte the same as in Express.
 * Programs that observe such a request are in test/hostile/table/missing.ts.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import { createRequire } from 'node:module';
import net from 'node:net';
import { describe, test } from 'node:test';
import { type Framework, type Line, lines, listening, normalize } from '../support/api.js';
import { below, randomOf, randomSeed } from '../support/random.js';

const require = createRequire(import.meta.url);

const SIDES = ['express', 'maglev'] as const;
/** Servers of `app.listen` create requests and responses of the application's own classes, other servers do not. */
const SERVERS: Record<string, (app: Framework) => http.Server> = {
  'app.listen': (app) => app.listen(0, '127.0.0.1'),
  'http.createServer': (app) => http.createServer(app).listen(0, '127.0.0.1'),
};

type Build = (framework: Framework, note: (value: unknown) => void) => Framework;

/** Sends the bytes and returns the normalized response, up to the end of the connection. */
async function exchange(
  app: Framework,
  serve: (app: Framework) => http.Server,
  bytes: string,
): Promise<string> {
  const server = serve(app);
  const socket = net.connect(await listening(server), '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  socket.on('error', () => {});
  socket.write(bytes, 'latin1');
  await once(socket, 'close');
  server.close();
  // The server's end of the connection may close after ours.
  await once(server, 'close');
  await new Promise(setImmediate);
  return normalize(Buffer.concat(chunks).toString('latin1'));
}

/** Sends the same bytes to the application on Express and on maglev: the responses and notes must be equal. */
async function compare(line: Line, build: Build, bytes: string): Promise<{ text: string; notes: unknown[] }> {
  let last: { text: string; notes: unknown[] } | undefined;
  for (const [name, serve] of Object.entries(SERVERS)) {
    const both = [];
    for (const side of SIDES) {
      const notes: unknown[] = [];
      const app = build(lines[line][side], (value) => notes.push(value));
      app.set('env', 'test');
      both.push({ text: await exchange(app, serve, bytes), notes });
    }
    assert.deepEqual(both[1], both[0], name);
    last = both[1];
  }
  return last!;
}

const empty: Build = (framework) => framework();
/** With a layer, each 404 starts in a separate tick. Express warns about listeners if many start in one. */
const passing: Build = (framework) => framework().use((_req: any, _res: any, next: any) => next());
const END = 'Connection: close\r\n\r\n';

function requestOf(path: string, { method = 'GET', version = '1.1', more = '' } = {}): string {
  return `${method} ${path} HTTP/${version}\r\nHost: x\r\n${more}${END}`;
}

for (const line of [5, 4] as Line[]) {
  describe(`not found, ${line}.x`, () => {
    for (const path of [
      '/',
      '/none',
      '/none?query=string',
      '/a.b-c_d~e/',
      '//none//',
      '/with%20space',
      '/<b>bold</b>',
      '/quotes"\'&',
      '/%E2%82%AC',
      '/%',
      '/a%0ab',
      '/dots/../up',
      '/semi;colon=1',
      '/brackets[]{}|^`',
      '/at@colon:plus+',
      'http://host/none',
      'http://host',
      '*',
      `/${'long'.repeat(2000)}`,
    ])
      test(`the page for ${path.slice(0, 30)}`, async () => {
        const { text } = await compare(line, empty, requestOf(path));
        assert.match(text, /^HTTP\/1.1 404 Not Found\r\n/);
      });

    for (const url of ['http://[::1', 'http://[', '//[', 'http://a:b:c', 'http://%'])
      test(`the page for ${url}, which cannot be parsed`, async () => {
        for (const build of [empty, passing]) {
          const { text } = await compare(line, build, requestOf(url));
          assert.match(text, /^HTTP\/1.1 (404|500) /);
        }
      });

    test('pages for random paths', async () => {
      const seed = randomSeed();
      const random = randomOf(seed);
      const paths = Array.from({ length: 200 }, () =>
        Array.from({ length: 1 + below(random, 12) }, () => String.fromCharCode(33 + below(random, 94))).join(
          '',
        ),
      );
      const bytes = paths.map((path) => `GET /${path} HTTP/1.1\r\nHost: x\r\n\r\n`).join('');
      const { text } = await compare(line, passing, bytes + requestOf('/last'));
      assert.equal(text.match(/^HTTP\/1.1 404/gm)?.length, 201, `MAGLEV_SEED=${seed}`);
    });

    for (const [name, bytes] of Object.entries({
      HEAD: requestOf('/none', { method: 'HEAD' }),
      POST: requestOf('/none', { method: 'POST' }),
      OPTIONS: requestOf('/none', { method: 'OPTIONS' }),
      'HTTP/1.0': requestOf('/none', { version: '1.0' }),
      'HTTP/1.0 and keep-alive': `GET /a HTTP/1.0\r\nConnection: keep-alive\r\n\r\n${requestOf('/b', { version: '1.0' })}`,
      'a body': `${requestOf('/none', { more: 'Content-Length: 5\r\n' })}hello`,
      'an empty body': requestOf('/none', { more: 'Content-Length: 0\r\n' }),
      'a chunked body': `${requestOf('/none', { more: 'Transfer-Encoding: chunked\r\n' })}5\r\nhello\r\n0\r\n\r\n`,
      'an Expect header': requestOf('/none', { more: 'Expect: 100-continue\r\n' }),
      'an upgrade': requestOf('/none', { more: 'Upgrade: websocket\r\n' }),
      'pipelined requests': `${['/a', '/b', '/c?d'].map((path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`).join('')}${requestOf('/end')}`,
      'pipelined requests of several kinds': [
        'GET /a HTTP/1.1\r\nHost: x\r\n\r\n',
        'HEAD /b HTTP/1.1\r\nHost: x\r\n\r\n',
        'POST /c HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc',
        'GET /d HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc',
        requestOf('/e'),
      ].join(''),
      'invalid bytes after the request': 'GET /a HTTP/1.1\r\nHost: x\r\n\r\nnonsense\r\n\r\n',
    }))
      test(`with ${name}`, async () => {
        await compare(line, empty, bytes);
      });

    test('headers that handlers have set are kept, except content headers', async () => {
      const { text } = await compare(
        line,
        (framework) =>
          framework().use((_req: any, res: any, next: any) => {
            res.status(201).set({ 'X-Mine': 'a', 'Content-Language': 'de', 'Content-Type': 'text/plain' });
            res.setHeader('content-encoding', 'gzip');
            res.setHeader('Content-Range', 'bytes 1-2/3');
            res.setHeader('content-length', 7);
            res.cookie('a', 'b');
            next();
          }),
        requestOf('/none'),
      );
      assert.match(text, /^HTTP\/1.1 404 Not Found\r\n.*X-Mine: a\r\n/s);
      assert.doesNotMatch(text, /Content-(Encoding|Language|Range)/i);
    });

    test('headers set after next are sent', async () => {
      const { text } = await compare(
        line,
        (framework) => {
          const app = framework();
          app.use((_req: any, res: any, next: any) => {
            next();
            res.setHeader('X-After', 'a');
            res.setHeader('Content-Language', 'de');
            process.nextTick(() => res.headersSent || res.setHeader('X-Tick', 'b'));
          });
          return app.use('/other', () => {});
        },
        requestOf('/none'),
      );
      assert.match(text, /X-After: a\r\n/);
      assert.doesNotMatch(text, /Content-Language/);
    });

    for (const [name, setting] of Object.entries<(app: Framework) => void>({
      'without X-Powered-By': (app) => app.disable('x-powered-by'),
      'with a custom status message': (app) =>
        app.use((_req: any, res: any, next: any) => {
          res.statusMessage = 'Mine';
          next();
        }),
      'without a date': (app) =>
        app.use((_req: any, res: any, next: any) => {
          res.sendDate = false;
          next();
        }),
      'that closes the connection': (app) =>
        app.use((_req: any, res: any, next: any) => {
          res.set('Connection', 'close');
          next();
        }),
    }))
      test(`a response ${name}`, async () => {
        await compare(
          line,
          (framework) => {
            const app = framework();
            setting(app);
            return app;
          },
          requestOf('/none'),
        );
      });

    test('in a mounted application', async () => {
      await compare(
        line,
        (framework) => {
          const app = framework();
          app.use('/in', framework(), framework.Router());
          return app.use('/in/none', framework());
        },
        requestOf('/in/none'),
      );
    });

    test('events are emitted in the same order, with the same state of the response', async () => {
      const { notes } = await compare(
        line,
        (framework, note) => {
          const app = framework();
          app.use((req: any, res: any, next: any) => {
            for (const event of ['prefinish', 'finish', 'close'])
              res.on(event, () => note([event, res.statusCode, res.statusMessage, res.headersSent]));
            note([next(), res.statusCode, res.headersSent, req.readableFlowing]);
            process.nextTick(() => note(['tick', res.headersSent]));
            Promise.resolve().then(() => note(['microtask', res.headersSent]));
          });
          return app.use('/other', () => {});
        },
        requestOf('/none'),
      );
      assert.deepEqual(notes.slice(-2), [
        ['close', 404, 'Not Found', true],
        ['microtask', true],
      ]);
    });

    test('a request that is destroyed after next', async () => {
      const { text, notes } = await compare(
        line,
        (framework, note) => {
          const app = framework();
          app.use((req: any, res: any, next: any) => {
            const look = (): void => note([res.statusCode, res.headersSent, res.writableEnded]);
            res.on('close', () => process.nextTick(look));
            next();
            req.destroy();
          });
          return app.use('/other', () => {});
        },
        requestOf('/none'),
      );
      assert.equal(text, '');
      assert.deepEqual(notes, [[404, true, true]]);
    });

    test('a thousand requests on one connection leave no listeners and no warning', async () => {
      const warnings: unknown[] = [];
      const onWarning = (warning: Error): unknown => warnings.push(warning.message);
      process.on('warning', onWarning);
      const { notes } = await compare(
        line,
        (framework, note) => {
          const seen = new Set<string>();
          return framework().use((req: any, res: any, next: any) => {
            const count = (emitter: any): string =>
              emitter
                .eventNames()
                .map((event: any) => `${String(event)} ${emitter.listenerCount(event)}`)
                .join();
            res.on('finish', () => {
              // Events are listed in the order in which they first had a listener.
              const counts = [count(req), count(req.socket).split(',').sort().join()].join(' | ');
              if (!seen.has(counts)) note(counts);
              seen.add(counts);
            });
            next();
          });
        },
        'GET /none HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(1000) + requestOf('/none'),
      );
      process.off('warning', onWarning);
      assert.deepEqual(warnings, []);
      assert.ok(notes.length <= 3, String(notes));
    });

    for (const name of ['morgan', 'compression'])
      test(`with ${name}`, async () => {
        await compare(
          line,
          (framework, note) => {
            const app = framework();
            const stream = { write: (text: string) => note(text) };
            // A function, because morgan generates code from a format string.
            const format = (tokens: any, req: any, res: any) =>
              [
                tokens.method(req),
                tokens.url(req),
                tokens.status(req, res),
                tokens.res(req, res, 'content-length'),
              ].join(' ');
            if (name === 'morgan') app.use(require('morgan')(format, { stream }));
            else app.use(require('compression')({ threshold: 0 }));
            return app;
          },
          `GET /a HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip\r\n\r\n${requestOf('/b')}`,
        );
      });
  });
}
