import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answer, ask, suite } from '../support/api.js';

suite('the default 404 page', (framework) => {
  test('names method and path', async () => {
    const app = framework();
    // An application of 4.x without a router does not know the request for its own.
    app.route('/elsewhere');
    const { raw } = await ask(app, { method: 'POST', path: '/a%20b/<x>?q' });
    assert.equal(
      raw,
      [
        'HTTP/1.1 404 Not Found',
        'X-Powered-By: *',
        "Content-Security-Policy: default-src 'none'",
        'X-Content-Type-Options: nosniff',
        'Content-Type: text/html; charset=utf-8',
        'Content-Length: 153',
        'Connection: close',
        '',
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>Error</title>\n</head>\n<body>\n' +
          '<pre>Cannot POST /a%20b/%3Cx%3E</pre>\n</body>\n</html>\n',
      ].join('\r\n'),
    );
  });

  test('is empty for HEAD', async () => {
    const { status, body } = await ask(framework(), { method: 'HEAD' });
    assert.deepEqual([status, body], [404, '']);
  });

  test('keeps headers that were set, but not those of a body', async () => {
    const { get } = await answer(framework, (_req, res, next) => {
      res.set({
        'X-Kept': 'yes',
        'Content-Encoding': 'gzip',
        'Content-Language': 'en',
        'Content-Range': 'x',
      });
      next();
    });
    assert.deepEqual(
      [get('X-Kept'), get('Content-Encoding'), get('Content-Language'), get('Content-Range')],
      ['yes', undefined, undefined, undefined],
    );
  });

  test('names the original path below mounts', async () => {
    const app = framework();
    app.use('/a', framework.Router());
    assert.match((await ask(app, '/a/b')).body, /Cannot GET \/a\/b</);
  });
});
