import assert from 'node:assert/strict';
import { test } from 'node:test';
import { by, responseOf, sendRequest, suite } from '../support/api.js';

suite('the default 404 page', (framework, line) => {
  test('contains the method and the path', async () => {
    const app = framework();
    // Without a router, an application of 4.x does not set X-Powered-By.
    if (line === 4) app.lazyrouter();
    const { raw } = await sendRequest(app, { method: 'POST', path: '/a%20b/<x>?q' });
    const page =
      '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>Error</title>\n</head>\n<body>\n' +
      '<pre>Cannot POST /a%20b/%3Cx%3E</pre>\n</body>\n</html>\n';
    assert.equal(
      raw,
      [
        'HTTP/1.1 404 Not Found',
        'X-Powered-By: *',
        ...by(line, {
          5: ["Content-Security-Policy: default-src 'none'"],
          4: ["Content-Security-Policy: default-src 'none'"],
          3: [],
        }),
        'X-Content-Type-Options: nosniff',
        'Content-Type: text/html; charset=utf-8',
        `Content-Length: ${by(line, { 5: 153, 4: 153, 3: 31 })}`,
        'Connection: close',
        '',
        by(line, { 5: page, 4: page, 3: 'Cannot POST /a%20b/&lt;x&gt;?q\n' }),
      ].join('\r\n'),
    );
  });

  test('is empty for HEAD', async () => {
    const { status, body } = await sendRequest(framework(), { method: 'HEAD' });
    assert.deepEqual([status, body], [404, '']);
  });

  test('keeps headers that were set, content headers in 3.x only', async () => {
    const { get } = await responseOf(framework, (_req, res, next) => {
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
      by(line, {
        5: ['yes', undefined, undefined, undefined],
        4: ['yes', undefined, undefined, undefined],
        3: ['yes', 'gzip', 'en', 'x'],
      }),
    );
  });

  test('contains the original path in a mounted application', async () => {
    const app = framework();
    app.use('/a', framework());
    assert.match((await sendRequest(app, '/a/b')).body, /Cannot GET \/a\/b[<\n]/);
  });
});
