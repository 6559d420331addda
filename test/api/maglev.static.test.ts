import assert from 'node:assert/strict';
import { test } from 'node:test';
import { by, sendRequest, suite } from '../support/api.js';
import { folder } from '../support/api-folder.js';

const root = folder({
  'file.txt': 'static file',
  'index.html': '<p>index',
  'sub/x.txt': 'x',
  '.dot': 'hidden',
  '.folder/file.txt': 'in a hidden folder',
  'script.js': '1',
});

suite('maglev.static', (framework, line) => {
  const site = (options?: object) => {
    const app = framework();
    app.use('/files', framework.static(root, options));
    return app;
  };

  test('serves files and an index, and redirects to folders', async () => {
    assert.equal((await sendRequest(site(), '/files/file.txt')).body, 'static file');
    assert.equal((await sendRequest(site(), '/files/')).body, '<p>index');
    const folder = await sendRequest(site(), '/files/sub');
    assert.deepEqual(
      [folder.status, folder.get('Location')],
      [by(line, { 5: 301, 4: 301, 3: 303 }), '/files/sub/'],
    );
  });

  test('passes on requests for missing and hidden files', async () => {
    assert.match((await sendRequest(site(), '/files/none')).body, /Cannot GET \/files\/none/);
    assert.equal((await sendRequest(site(), '/files/.dot')).status, 404);
    assert.equal((await sendRequest(site(), { method: 'POST', path: '/files/file.txt' })).status, 404);
    assert.equal(
      (await sendRequest(site({ fallthrough: false }), { method: 'POST', path: '/files/file.txt' })).status,
      405,
    );
  });

  test('ignores hidden folders in 5.x, and only hidden files in earlier lines', async () => {
    const { status } = await sendRequest(site(), '/files/.folder/file.txt');
    assert.equal(status, by(line, { 5: 404, 4: 200 }));
    assert.equal((await sendRequest(site({ dotfiles: 'ignore' }), '/files/.folder/file.txt')).status, 404);
    assert.equal(
      (await sendRequest(site({ dotfiles: 'deny', fallthrough: false }), '/files/.folder/file.txt')).status,
      403,
    );
  });

  test('sets the content type of files', async () => {
    assert.equal(
      (await sendRequest(site(), '/files/script.js')).get('Content-Type'),
      by(line, {
        5: 'text/javascript; charset=utf-8',
        4: 'application/javascript; charset=UTF-8',
        3: 'application/javascript',
      }),
    );
  });

  if (line !== 5)
    test('uses types added with mime.define, also in res.type', async () => {
      const { mime } = framework.static;
      assert.equal(mime.lookup('x.html'), 'text/html');
      mime.define({ 'application/x-maglev': ['mglv'] });
      const app = framework();
      app.use((_req: any, res: any) => res.type('mglv').end());
      assert.equal((await sendRequest(app)).get('Content-Type'), 'application/x-maglev');
    });
});
