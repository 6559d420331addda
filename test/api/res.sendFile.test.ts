import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { appWith, by, failure, responseOf, sendRequest, suite } from '../support/api.js';
import { folder } from '../support/api-folder.js';

const root = folder({
  'plain.txt': '0123456789',
  'page.html': '<p>é</p>',
  '.secret': 'hidden',
  'sub/inner.txt': 'inner',
  'with space & %41.txt': 'odd name',
});

suite(
  'res.sendFile',
  (framework, line) => {
    const file =
      (name: string, ...args: unknown[]) =>
      (_req: any, res: any) =>
        res.sendFile(path.join(root, name), ...args);

    test('sends a file with its headers', async () => {
      const { raw } = await responseOf(framework, file('plain.txt'));
      assert.equal(
        raw,
        [
          'HTTP/1.1 200 OK',
          'X-Powered-By: *',
          'Accept-Ranges: bytes',
          'Cache-Control: public, max-age=0',
          'Last-Modified: Sun, 13 Sep 2020 12:26:40 GMT',
          'ETag: W/"a-174876e8000"',
          `Content-Type: text/plain; charset=${by(line, { 5: 'utf-8', 4: 'UTF-8' })}`,
          'Content-Length: 10',
          'Connection: close',
          '',
          '0123456789',
        ].join('\r\n'),
      );
    });

    test('finds files with special characters in their names', async () => {
      assert.equal((await responseOf(framework, file('with space & %41.txt'))).body, 'odd name');
    });

    test('keeps a content type that was set', async () => {
      const { get } = await responseOf(framework, (_req, res) =>
        res.type('txt').sendFile(path.join(root, 'page.html')),
      );
      assert.equal(get('Content-Type'), 'text/plain; charset=utf-8');
    });

    test('supports conditional requests, ranges and HEAD', async () => {
      const request = (headers: Record<string, string>, method = 'GET') =>
        responseOf(framework, file('plain.txt'), { method, headers });
      assert.equal((await request({ 'If-None-Match': 'W/"a-174876e8000"' })).status, 304);
      assert.equal((await request({ 'If-Modified-Since': 'Sun, 13 Sep 2020 12:26:40 GMT' })).status, 304);
      assert.equal((await request({ 'If-Match': '"other"' })).status, 412);
      const part = await request({ Range: 'bytes=2-4' });
      assert.deepEqual([part.status, part.body, part.get('Content-Range')], [206, '234', 'bytes 2-4/10']);
      const beyond = await request({ Range: 'bytes=20-' });
      assert.deepEqual([beyond.status, beyond.get('Content-Range')], [416, 'bytes */10']);
      const head = await request({}, 'HEAD');
      assert.deepEqual([head.body, head.get('Content-Length')], ['', '10']);
    });

    test('applies its options', async () => {
      const options = {
        maxAge: '1h',
        immutable: true,
        lastModified: false,
        acceptRanges: false,
        headers: { 'X-File': 'yes' },
      };
      const { get } = await responseOf(framework, file('plain.txt', options));
      assert.equal(get('Cache-Control'), 'public, max-age=3600, immutable');
      assert.deepEqual(
        [get('Last-Modified'), get('Accept-Ranges'), get('X-File')],
        [undefined, undefined, 'yes'],
      );
      assert.equal(
        (await responseOf(framework, file('plain.txt', { cacheControl: false }))).get('Cache-Control'),
        undefined,
      );
    });

    test('follows the etag setting of the application in 5.x, and the options in 4.x', async () => {
      const app = framework();
      app.disable('etag');
      app.use(file('plain.txt', { etag: true }));
      assert.equal((await sendRequest(app)).get('ETag'), by(line, { 5: undefined, 4: 'W/"a-174876e8000"' }));
    });

    test('serves files inside root only', async () => {
      const from = (name: string, options = {}) =>
        responseOf(framework, (_req, res) => res.sendFile(name, { root, ...options }));
      assert.equal((await from('sub/inner.txt')).body, 'inner');
      assert.equal((await from('../etc/passwd')).status, 403);
      assert.equal((await from('.secret')).status, 404);
      assert.equal((await from('.secret', { dotfiles: 'deny' })).status, 403);
      assert.equal((await from('.secret', { dotfiles: 'allow' })).body, 'hidden');
    });

    test('passes an error on for a missing file, and none for a folder', async () => {
      const missing = await failure(framework, file('missing.txt'));
      assert.deepEqual([missing.status, missing.code], [404, 'ENOENT']);
      assert.match((await responseOf(framework, file('sub'))).body, /Cannot GET \//);
    });

    test('calls its callback with the result', async () => {
      const outcome = (name: string, options?: object) =>
        new Promise<any>((resolve) => {
          const handler = (_req: any, res: any) => {
            const done = (error: any) => {
              if (error) res.end();
              resolve(error);
            };
            res.sendFile(path.join(root, name), ...(options ? [options, done] : [done]));
          };
          responseOf(framework, handler);
        });
      assert.equal(await outcome('plain.txt'), undefined);
      assert.equal(await outcome('plain.txt', {}), undefined);
      assert.equal((await outcome('missing')).code, 'ENOENT');
      const folder = await outcome('sub');
      assert.deepEqual([folder.code, folder.message], ['EISDIR', 'EISDIR, read']);
    });

    test('calls its callback with an error if the client disconnects', async () => {
      const error: any = await new Promise((resolve, reject) => {
        const app = appWith(framework, (req, res) => {
          // Waits until the connection is closed, so that the transfer is certain to be aborted.
          req.socket.once('close', () => res.sendFile(path.join(root, 'plain.txt'), resolve));
          req.socket.destroy();
        });
        sendRequest(app).catch(reject);
      });
      assert.deepEqual([error.code, error.message], ['ECONNABORTED', 'Request aborted']);
    });

    test('throws for invalid arguments', async () => {
      const fails = async (...args: unknown[]) =>
        (await failure(framework, (_req, res) => res.sendFile(...args))).message;
      assert.equal(await fails(), 'path argument is required to res.sendFile');
      assert.equal(await fails(42), 'path must be a string to res.sendFile');
      assert.equal(await fails('relative.txt'), 'path must be absolute or specify root to res.sendFile');
      assert.equal(
        await fails('/x', { dotfiles: 'bogus' }),
        'dotfiles option must be "allow", "deny", or "ignore"',
      );
    });
  },
  [5, 4],
);

suite(
  'res.sendfile',
  (framework, line) => {
    const sendfile = (...args: unknown[]) => responseOf(framework, (_req, res) => res.sendfile(...args));

    test('decodes its path as a URL', async () => {
      const { body, get } = await sendfile('/with%20space%20&%20%2541.txt', { root });
      assert.deepEqual([body, get('Content-Type')], ['odd name', 'text/plain; charset=UTF-8']);
    });

    test('resolves a path from the working directory', async () => {
      assert.match((await sendfile('package.json')).body, /"name"/);
    });

    test('passes errors to its callback, or else to the error handler', async () => {
      const error = await new Promise<any>((resolve) => {
        responseOf(framework, (_req, res) =>
          res.sendfile(`${root}/none`, (error: any) => {
            res.end();
            resolve(error);
          }),
        );
      });
      assert.equal(error.status, 404);
      assert.equal((await failure(framework, (_req, res) => res.sendfile(`${root}/none`))).status, 404);
    });

    test('hides the working directory in 3.x unless dotfiles are allowed', async () => {
      if (line !== 3) {
        assert.equal((await sendfile('')).status, 404);
        return;
      }
      const errorOf = async (name: string, ...more: unknown[]) => {
        const { name: kind, status, expose } = await failure(framework, (_req, res) => res[name](...more));
        return [kind, status, expose];
      };
      for (const path of ['', '.', '%2e']) {
        assert.deepEqual(await errorOf('sendfile', path), ['NotFoundError', 404, false]);
        assert.deepEqual(await errorOf('download', path), ['NotFoundError', 404, false]);
        assert.deepEqual(await errorOf('sendfile', path, { dotfiles: 'deny' }), [
          'ForbiddenError',
          403,
          false,
        ]);
        assert.equal((await sendfile(path, { dotfiles: 'allow' })).body, 'Cannot GET /\n');
      }
      assert.deepEqual(await errorOf('sendfile', '../x'), ['ForbiddenError', 403, false]);
      assert.deepEqual(await errorOf('sendfile', '%'), ['BadRequestError', 400, false]);
      assert.equal((await sendfile('', { root })).body, 'Cannot GET /\n');
    });
  },
  [4, 3],
);
