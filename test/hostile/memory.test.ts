/** Nothing that a client sends is retained: each cache gets thousands of entries, and the heap stays flat. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Server } from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import maglev from '../../src/index.js';
import { HeaderMemo } from '../../src/parsers/headers.js';
import maglev4 from '../../src/v4.js';
import { HANGS } from '../support/patience.js';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const MB = 1024 * 1024;
/** Far less than what is sent, and more than sockets and V8 need. */
const RETAINED = 16 * MB;
const UPLOADS = 60;
const UPLOAD = 2 * MB;
const REQUESTS = 25_000;

/** Each fills one cache with values of the client; `i` is the number of the request. */
const feeds: Record<string, (i: number) => string> = {
  'content types that parsers match (HeaderMemo)': (i) =>
    post('/parse', `application/x-${i}-${'y'.repeat(200)}; charset=utf-8`, 'a=b'),
  'long content types that parsers match (HeaderMemo)': (i) =>
    post('/parse', `text/plain; x-${i}=${'y'.repeat(3000)}`, 'a=b'),
  'content types of text responses (Memo in send)': (i) =>
    get('/type', `X-Type: text/x-${i}-${'y'.repeat(200)}`),
  'bodies with an ETag': (i) => get('/echo', `X-Echo: ${i}-${'y'.repeat(500)}`),
  'paths that are found': (i) => get(`/users/${i}-${'y'.repeat(200)}?q=${i}`),
  'paths that are not found': (i) => get(`/none/${i}-${'y'.repeat(200)}`),
  'methods, hosts, cookies and proxies': (i) =>
    get(
      `/users/${i}`,
      `Cookie: a${i}=${'y'.repeat(100)}`,
      `X-Forwarded-For: 10.0.${i % 256}.1`,
      `Accept: a/${i}`,
    ),
};

for (const [line, framework] of Object.entries({ 5: maglev, 4: maglev4 } as Record<string, any>)) {
  describe(`memory of ${line}.x`, { timeout: HANGS }, () => {
    let server: Server;
    before(async () => {
      server = application(framework).listen(0, '127.0.0.1');
      await once(server, 'listening');
    });
    after(() => server.close());

    test('slices of large uploads', async () => {
      // The upload starts with a content type, which the handler sets on the response.
      const upload = (i: number): string =>
        post('/slice', 'text/plain', `text/x-number-${i}; charset=utf-8`.padEnd(100).padEnd(UPLOAD, 'x'));
      await send(server, 10, upload);
      const before = used();
      await send(server, UPLOADS, upload);
      assertFlat(before);
    });

    for (const [name, request] of Object.entries(feeds)) {
      test(name, async () => {
        await send(server, 500, request);
        const before = used();
        await send(server, REQUESTS / 5, request);
        assertFlat(before);
      });
    }
  });
}

test('slices of large texts as headers (HeaderMemo)', () => {
  const memo = new HeaderMemo((header) => ({ charset: header.slice(5, 30) }));
  const read = (count: number): void => {
    for (let i = 0; i < count; i++) memo.get(`text/x-number-${i}-`.padEnd(UPLOAD, 'x').slice(0, 100));
  };
  read(2);
  const before = used();
  read(UPLOADS);
  assertFlat(before);
});

function application(framework: any): any {
  const app = framework();
  app.set('trust proxy', true);
  app.post('/slice', framework.text({ limit: '5mb' }), (req: any, res: any) => {
    res.set('Content-Type', req.body.slice(0, req.body.indexOf(' x')).trim());
    res.send(req.body.slice(0, 100));
  });
  app.post(
    '/parse',
    framework.json(),
    framework.urlencoded({ extended: true }),
    framework.text(),
    (_req: any, res: any) => res.send('parsed'),
  );
  app.get('/type', (req: any, res: any) => res.type(req.get('X-Type')).send('typed'));
  app.get('/echo', (req: any, res: any) => res.send(req.get('X-Echo')));
  app.get('/users/:id', (req: any, res: any) =>
    res.json({ id: req.params.id, q: req.query.q, ip: req.ip, is: req.accepts('json') }),
  );
  return app;
}

function get(path: string, ...headers: string[]): string {
  return `${[`GET ${path} HTTP/1.1`, 'Host: x', ...headers].join('\r\n')}\r\n\r\n`;
}

function post(path: string, type: string, body: string): string {
  return `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

/** Pipelines requests on one connection, in batches, and waits for as many responses. */
async function send(server: Server, count: number, request: (i: number) => string): Promise<void> {
  const socket = net.connect((server.address() as AddressInfo).port, '127.0.0.1');
  let responses = 0;
  let sent = 0;
  socket.on('data', (chunk) => {
    responses += chunk.toString('latin1').split('HTTP/1.1 ').length - 1;
    if (responses >= count) socket.destroy();
    else if (responses === sent) sendSome();
  });
  const sendSome = (): void => {
    const some = Math.min(count - sent, 50);
    const size = request(sent).length > MB ? 1 : some;
    for (let i = 0; i < size; i++) socket.write(request(sent++));
  };
  sendSome();
  await once(socket, 'close');
  assert.ok(responses >= count);
}

function used(): number {
  collect();
  collect();
  return process.memoryUsage().heapUsed;
}

function assertFlat(before: number): void {
  const retained = used() - before;
  assert.ok(retained < RETAINED, `${(retained / MB).toFixed(1)} MB retained`);
}
