import assert from 'node:assert/strict';
import { AsyncLocalStorage } from 'node:async_hooks';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { JSON_TYPE, post, suite } from './support.js';

const headers = JSON_TYPE;
const body = '{"a":1}';

suite('reading', ({ json, raw, text, urlencoded }) => {
  test('rejects bodies above the limit, by Content-Length and by received bytes', async () => {
    const byHeader = (await post(json({ limit: 6 }), body, { headers })).error;
    assert.deepEqual(
      [byHeader.status, byHeader.type, byHeader.limit, byHeader.length, byHeader.expected, byHeader.received],
      [413, 'entity.too.large', 6, 7, 7, undefined],
    );
    const chunked = { ...headers, 'transfer-encoding': 'chunked' };
    const wire = `7\r\n${body}\r\n0\r\n\r\n`;
    const byCount = await new Promise<any>((resolve) => {
      upload(json({ limit: 6 }), chunked, wire, resolve);
    });
    assert.deepEqual(
      [byCount.status, byCount.type, byCount.limit, byCount.received, byCount.length],
      [413, 'entity.too.large', 6, 7, undefined],
    );
    assert.equal((await post(json({ limit: 7 }), body, { headers })).error, undefined);
  });

  test('reads a Uint8Array, as web streams provide them', async () => {
    const read = (parser: any, chunks: string[], length?: number) =>
      new Promise<unknown>((resolve, reject) => {
        const bytes = chunks.map((chunk) => new TextEncoder().encode(`-${chunk}`).subarray(1));
        const req: any = Readable.from(bytes);
        req.headers =
          length === undefined ? { 'transfer-encoding': 'chunked' } : { 'content-length': `${length}` };
        parser(req, {}, (error: unknown) => (error ? reject(error) : resolve(req.body)));
      });
    const type = () => true;
    assert.deepEqual(await read(json({ type }), [body], 7), { a: 1 });
    assert.deepEqual(await read(json({ type }), ['{"a"', ':1}']), { a: 1 });
    assert.equal(await read(text({ type }), ['one ', 'two']), 'one two');
    assert.deepEqual(await read(urlencoded({ type }), ['a=1&', 'b=2'], 7), { a: '1', b: '2' });
    const quarter = 'x'.repeat(50_000);
    const joined = await read(raw({ type, limit: '1mb' }), [quarter, quarter, quarter, quarter], 200_000);
    assert.equal(String(joined), quarter.repeat(4));
  });

  test('passes the bytes to verify, which can reject them', async () => {
    const seen: unknown[] = [];
    const verify = (_req: unknown, _res: unknown, bytes: Buffer, charset: string): void => {
      seen.push(bytes.toString(), charset);
    };
    assert.deepEqual((await post(json({ verify }), body, { headers })).body, { a: 1 });
    assert.deepEqual(seen, [body, 'utf-8']);
    const reject = (): never => {
      throw new Error('unsigned');
    };
    const { error } = await post(json({ verify: reject }), body, { headers });
    assert.deepEqual(
      [error.status, error.type, error.message, error.body],
      [403, 'entity.verify.failed', 'unsigned', Buffer.from(body)],
    );
  });

  test('reports an aborted request', async () => {
    const error = await new Promise<any>((resolve) => {
      upload(json(), { ...headers, 'content-length': '100' }, body, resolve, true);
    });
    assert.deepEqual(
      [error.status, error.type, error.code, error.received, error.expected, error.length],
      [400, 'request.aborted', 'ECONNABORTED', 7, 100, 100],
    );
  });

  test('reports a stream that has an encoding', async () => {
    const prepare = (req: any): void => req.setEncoding('utf8');
    const { error } = await post(json(), body, { headers, prepare });
    assert.deepEqual([error.status, error.type], [500, 'stream.encoding.set']);
  });

  test('reports a body that does not match Content-Length', async () => {
    const req: any = Readable.from([Buffer.from(body)]);
    req.headers = { ...headers, 'content-length': '8' };
    const error = await new Promise<any>((resolve) => json()(req, {}, resolve));
    assert.deepEqual([error.status, error.type, error.received], [400, 'request.size.invalid', 7]);
  });

  test('keeps a body that has been read before', async () => {
    const { req } = await post(
      (req: any, res: any, next: any) => {
        req.resume().on('end', () => {
          req.body = 'of the platform';
          json()(req, res, next);
        });
      },
      body,
      { headers },
    );
    assert.equal(req.body, 'of the platform');
  });

  test('can be stacked: the first matching parser reads the body', async () => {
    const stack = [text(), json(), urlencoded(), raw({ type: '*/*' })];
    const all = (req: any, res: any, next: any, index = 0): void => {
      if (index === stack.length) next();
      else stack[index](req, res, (error: unknown) => (error ? next(error) : all(req, res, next, index + 1)));
    };
    assert.deepEqual((await post(all, body, { headers })).body, { a: 1 });
  });

  test('keeps the async context of the caller', async () => {
    const storage = new AsyncLocalStorage<number>();
    const parser = json();
    let seen: unknown;
    const within = (req: any, res: any, next: any): void => {
      storage.run(7, () =>
        parser(req, res, (error: unknown) => {
          seen = storage.getStore();
          next(error);
        }),
      );
    };
    await post(within, '', { headers, chunks: ['{"a"', ':1}'] });
    assert.equal(seen, 7);
    await post(within, '{', { headers });
    assert.equal(seen, 7);
  });

  test('leaves no listeners behind', async () => {
    for (const [options, sent] of [
      [{}, body],
      [{}, '{'],
      [{ limit: 1 }, body],
    ] as const) {
      const { req } = await post(json(options), sent, { headers });
      const counts = ['data', 'end', 'aborted', 'error'].map((name) => req.listenerCount(name));
      assert.deepEqual(counts, [0, 0, 0, 0]);
    }
  });

  test('keeps the connection usable after an error', async () => {
    const server = http.createServer((req, res) => {
      json({ limit: 10 })(req, res, (error: any) => res.end(error ? error.type : 'fine'));
    });
    await new Promise<void>((resolve) => server.listen(0, resolve));
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    const send = (sent: string): Promise<[string, unknown]> =>
      new Promise((resolve, reject) => {
        const { port } = server.address() as AddressInfo;
        const request = http.request({ port, agent, method: 'POST', headers }, async (response) => {
          let body = '';
          for await (const chunk of response) body += chunk;
          resolve([body, request.reusedSocket]);
        });
        request.on('error', reject).end(sent);
      });
    assert.deepEqual(await send(JSON.stringify('x'.repeat(300_000))), ['entity.too.large', false]);
    assert.deepEqual(await send('{}'), ['fine', true]);
    agent.destroy();
    server.close();
  });
});

/** Sends raw bytes after the head, and destroys the socket if `abort` is set. */
function upload(parser: any, fields: object, bytes: string, done: (error: any) => void, abort = false): void {
  const server = http.createServer((req, res) => {
    parser(req, res, (error: unknown) => {
      res.end();
      server.close();
      server.closeAllConnections();
      done(error);
    });
  });
  server.listen(0, '127.0.0.1', () => {
    const socket = net.connect((server.address() as AddressInfo).port, '127.0.0.1');
    if (abort) server.once('request', () => setImmediate(() => socket.destroy()));
    const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.on('error', () => {});
    socket.write(`POST / HTTP/1.1\r\nhost: host\r\n${lines.join('')}\r\n${bytes}`);
  });
}
