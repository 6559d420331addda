import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import http from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import ours from '../../src/lines/v5/static.js';

const real = createRequire(import.meta.url)('serve-static');
const folder = mkdtempSync(path.join(tmpdir(), 'maglev-static-'));
const root = path.join(folder, 'public');
mkdirSync(path.join(root, 'folder'), { recursive: true });
writeFileSync(path.join(folder, 'secret.txt'), 'secret');
writeFileSync(path.join(root, 'small.txt'), 'small');
writeFileSync(path.join(root, '.hidden'), 'hidden');
writeFileSync(path.join(root, 'folder/index.html'), '<p>index</p>');
for (const size of [65_535, 65_536, 65_537])
  writeFileSync(path.join(root, `${size}.bin`), Buffer.alloc(size, 'ab'));
after(() => rmSync(folder, { recursive: true }));

/** Where Linux lists the open files of this process. */
const DESCRIPTORS = '/proc/self/fd';

function openFiles(): string[] {
  const names = readdirSync(DESCRIPTORS).map((name) => path.join(DESCRIPTORS, name));
  return names.map(targetOf).filter((file) => file.startsWith(folder));
}

function targetOf(link: string): string {
  try {
    return readlinkSync(link);
  } catch {
    // Closed in between.
    return '';
  }
}

interface Response {
  status: number;
  headers: http.IncomingHttpHeaders;
  body: Buffer;
}

for (const [name, serve] of Object.entries({ maglev: ours as any, 'serve-static': real })) {
  const get = (target: string, options: object = {}, request: http.RequestOptions = {}): Promise<Response> =>
    send(serve(root, options), target, request);

  describe(`static (${name})`, () => {
    test('sends files with their headers, whatever their size', async () => {
      const small = await get('/small.txt');
      assert.deepEqual([small.status, small.body.toString()], [200, 'small']);
      assert.equal(small.headers['content-type'], 'text/plain; charset=utf-8');
      assert.equal(small.headers['cache-control'], 'public, max-age=0');
      for (const size of [65_535, 65_536, 65_537]) {
        assert.deepEqual((await get(`/${size}.bin`)).body, Buffer.alloc(size, 'ab'));
      }
    });

    test('supports HEAD, ranges and conditional requests', async () => {
      const head = await get('/small.txt', {}, { method: 'HEAD' });
      assert.deepEqual([head.headers['content-length'], head.body.length], ['5', 0]);
      const part = await get('/small.txt', {}, { headers: { range: 'bytes=1-3' } });
      assert.deepEqual(
        [part.status, part.body.toString(), part.headers['content-range']],
        [206, 'mal', 'bytes 1-3/5'],
      );
      const { etag } = head.headers;
      assert.equal((await get('/small.txt', {}, { headers: { 'if-none-match': etag! } })).status, 304);
      const beyond = await get('/small.txt', { fallthrough: false }, { headers: { range: 'bytes=9-' } });
      assert.equal(beyond.status, 416);
    });

    test('does not serve files outside its root', async () => {
      for (const target of [
        '/../secret.txt',
        '/%2e%2e/secret.txt',
        '/folder/..%2f..%2fsecret.txt',
        '/a%00b',
        '/%',
      ]) {
        const response = await get(target);
        assert.deepEqual([response.status, response.body.toString()], [404, 'passed on'], target);
      }
      assert.equal((await get('/..%2fsecret.txt', { fallthrough: false })).status, 403);
      assert.equal((await get('/a%00b', { fallthrough: false })).status, 400);
    });

    test('redirects folders to the path with a slash, and never to another host', async () => {
      const plain = await get('/folder');
      assert.deepEqual([plain.status, plain.headers.location], [301, '/folder/']);
      const tricky = await get('//folder');
      assert.equal(tricky.headers.location, '/folder/');
      assert.equal((await get('/folder', { redirect: false })).status, 404);
    });

    test('hides dotfiles unless the options allow them', async () => {
      assert.equal((await get('/.hidden')).status, 404);
      assert.equal((await get('/.hidden', { dotfiles: 'deny', fallthrough: false })).status, 403);
      assert.equal((await get('/.hidden', { dotfiles: 'allow' })).body.toString(), 'hidden');
    });

    test('passes other methods on, or responds 405', async () => {
      assert.equal((await get('/small.txt', {}, { method: 'POST' })).body.toString(), 'passed on');
      const rejected = await get('/small.txt', { fallthrough: false }, { method: 'POST' });
      assert.deepEqual([rejected.status, rejected.headers.allow], [405, 'GET, HEAD']);
    });

    test('aborts the response if the file shrinks in between', async () => {
      for (const size of [30, 200_000]) {
        const file = path.join(root, 'shrinking.bin');
        writeFileSync(file, Buffer.alloc(size, 'x'));
        const setHeaders = (): void => truncateSync(file, 10);
        await assert.rejects(get('/shrinking.bin', { setHeaders }), { code: 'ECONNRESET' });
        rmSync(file);
      }
    });

    test('keeps the connection alive after an empty file', async () => {
      writeFileSync(path.join(root, 'empty.txt'), '');
      const { status, headers, body } = await get(
        '/empty.txt',
        {},
        { agent: new http.Agent({ keepAlive: true }) },
      );
      assert.deepEqual([status, body.length, headers['content-length']], [200, 0, '0']);
      assert.equal(headers.connection, 'keep-alive');
    });

    test('responds 404 if the file disappears after the headers are set', async () => {
      for (const size of [30, 200_000]) {
        const file = path.join(root, 'vanishing.bin');
        writeFileSync(file, Buffer.alloc(size, 'x'));
        const setHeaders = (): void => rmSync(file);
        const bare = (req: any, res: any, next: any) =>
          serve(root, { setHeaders })(req, res, (error: any) => {
            for (const header of res.getHeaderNames()) res.removeHeader(header);
            next(error);
          });
        const { status, body } = await send(bare, '/vanishing.bin', {});
        assert.deepEqual([status, body.toString().split(':')[0]], [404, 'ENOENT']);
      }
    });

    test('waits for drain if write is replaced', async () => {
      const calls: string[] = [];
      const slow = (req: any, res: any, next: any) => {
        const { write, end } = res;
        res.write = function (chunk: unknown) {
          calls.push('write');
          write.call(this, chunk);
          setImmediate(() => {
            calls.push('drain');
            res.emit('drain');
          });
          return false;
        };
        res.end = function (...args: unknown[]) {
          calls.push('end');
          return end.apply(this, args);
        };
        serve(root)(req, res, next);
      };
      assert.equal((await send(slow, '/small.txt', {})).body.toString(), 'small');
      assert.deepEqual(calls, ['write', 'drain', 'end']);
    });

    test("emits 'pipe' on the response with the stream", async () => {
      for (const target of ['/small.txt', '/65537.bin']) {
        const names: unknown[] = [];
        const listening = (req: any, res: any, next: any) => {
          res.on('pipe', (stream: any) => names.push(path.basename(stream.path)));
          serve(root)(req, res, next);
        };
        await send(listening, target, {});
        assert.deepEqual(names, [target.slice(1)]);
      }
    });

    test('supports the stream options encoding, start and end', async () => {
      await assert.rejects(get('/small.txt', { encoding: 'hex' }));
      assert.equal((await get('/small.txt', { start: 1, end: 3 })).body.toString(), 'mal');
    });

    test('caches the parsed original URL on req', async () => {
      let parsed: any;
      const looking = (req: any, res: any, next: any) => {
        req.originalUrl = req.url;
        serve(root)(req, res, next);
        parsed = req._parsedOriginalUrl;
      };
      await send(looking, '/small.txt?q', {});
      assert.equal(parsed?.pathname, '/small.txt');
    });

    test('passes file system errors on', async () => {
      symlinkSync('loop.txt', path.join(root, 'loop.txt'));
      const response = await get('/loop.txt');
      rmSync(path.join(root, 'loop.txt'));
      assert.deepEqual([response.status, response.body.toString().slice(0, 5)], [500, 'ELOOP']);
    });

    test('calls replaced write and end methods as a stream does', async () => {
      const calls: unknown[] = [];
      const observed = (req: any, res: any, next: any): void => {
        for (const member of ['write', 'end']) {
          const original = res[member];
          res[member] = (...args: unknown[]) => {
            calls.push([member, ...args.map(String)]);
            return original.apply(res, args);
          };
        }
        serve(root)(req, res, next);
      };
      await send(observed, '/small.txt', {});
      await send(observed, '/small.txt', { headers: { range: 'bytes=1-3' } });
      assert.deepEqual(calls, [['write', 'small'], ['end'], ['write', 'mal'], ['end']]);
    });

    test('leaves no file open', { skip: !existsSync(DESCRIPTORS) && `no ${DESCRIPTORS}` }, async () => {
      const requests: [string, http.RequestOptions?][] = [
        ['/small.txt'],
        ['/65537.bin'],
        ['/folder'],
        ['/folder/'],
        ['/none'],
        ['/small.txt', { method: 'HEAD' }],
        ['/small.txt', { headers: { range: 'bytes=9-' } }],
        ['/small.txt', { headers: { range: 'bytes=1-2' } }],
        ['/small.txt', { headers: { 'if-match': '"other"' } }],
        ['/small.txt', { headers: { 'if-none-match': '*' } }],
      ];
      for (const [target, request] of requests) {
        await get(target, {}, request);
        // A stream closes its file asynchronously.
        for (let ticks = 0; ticks < 1000 && openFiles().length > 0; ticks++) await new Promise(setImmediate);
        assert.deepEqual(openFiles(), [], `${target} ${JSON.stringify(request)}`);
      }
    });

    test('requires a root that is a string', () => {
      assert.throws(() => serve(), { name: 'TypeError', message: 'root path required' });
      assert.throws(() => serve(42), { name: 'TypeError', message: 'root path must be a string' });
      assert.throws(() => serve(root, { setHeaders: 3 }), { message: 'option setHeaders must be function' });
    });
  });
}

async function send(middleware: any, target: string, request: http.RequestOptions): Promise<Response> {
  const server = http.createServer((req, res) => {
    middleware(req, res, (error: any) => {
      res.statusCode = error?.status ?? 404;
      res.end(error ? error.message : 'passed on');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  try {
    return await new Promise((resolve, reject) => {
      const outgoing = http.request(
        { port, host: '127.0.0.1', path: target, agent: false, ...request },
        (res) => {
          const chunks: Buffer[] = [];
          res.on('data', (chunk) => chunks.push(chunk));
          res.on('error', reject);
          res.on('end', () =>
            resolve({ status: res.statusCode!, headers: res.headers, body: Buffer.concat(chunks) }),
          );
        },
      );
      outgoing.on('error', reject).end();
    });
  } finally {
    server.close();
  }
}
