import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask, suite } from '../support/api.js';
import { folder } from '../support/api-folder.js';

const root = folder({
  'file.txt': 'static file',
  'index.html': '<p>index',
  'sub/x.txt': 'x',
  '.dot': 'hidden',
});

suite('maglev.static', (framework) => {
  const site = (options?: object) => {
    const app = framework();
    app.use('/files', framework.static(root, options));
    return app;
  };

  test('serves files, an index, and redirects to folders', async () => {
    assert.equal((await ask(site(), '/files/file.txt')).body, 'static file');
    assert.equal((await ask(site(), '/files/')).body, '<p>index');
    const folder = await ask(site(), '/files/sub');
    assert.deepEqual([folder.status, folder.get('Location')], [301, '/files/sub/']);
  });

  test('lets through what it does not have, or may not show', async () => {
    assert.match((await ask(site(), '/files/none')).body, /Cannot GET \/files\/none/);
    assert.equal((await ask(site(), '/files/.dot')).status, 404);
    assert.equal((await ask(site(), { method: 'POST', path: '/files/file.txt' })).status, 404);
    assert.equal(
      (await ask(site({ fallthrough: false }), { method: 'POST', path: '/files/file.txt' })).status,
      405,
    );
  });
});
