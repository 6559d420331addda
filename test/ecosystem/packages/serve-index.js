import assert from 'node:assert/strict';
import { files } from '../harness/responses.js';

export function program({ require }) {
  const express = require('express');
  const serveIndex = require('serve-index');
  const app = express();
  app.use(
    '/files',
    express.static(files, { index: false }),
    serveIndex(files, { icons: true, view: 'details' }),
  );
  app.use('/plain', serveIndex(files, { filter: (name) => name !== 'note.txt' }));
  return app;
}

export const cases = {
  async 'lists a folder in an accepted type'(client) {
    const page = await client.get('/files/', { accept: 'text/html' });
    assert.equal(page.headers['content-type'], 'text/html; charset=utf-8');
    assert.match(page.text, /<a href="\/files\/note\.txt"/);
    const { json } = await client.get('/files/', { accept: 'application/json' });
    assert.deepEqual(json, ['folder', 'index.html', 'note.txt']);
    assert.match(
      (await client.get('/files/', { accept: 'text/plain' })).text,
      /^folder\nindex\.html\nnote\.txt$/m,
    );
    assert.equal((await client.get('/files/', { accept: 'image/png' })).status, 406);
  },

  async 'lists nested folders, and passes files on'(client) {
    assert.deepEqual((await client.get('/files/folder/', { accept: 'application/json' })).json, [
      'data.json',
    ]);
    assert.match((await client.get('/files/note.txt')).text, /^The train/);
  },

  async 'omits filtered files, and responds to missing folders'(client) {
    assert.deepEqual((await client.get('/plain/', { accept: 'application/json' })).json, [
      'folder',
      'index.html',
    ]);
    assert.equal((await client.get('/plain/none/')).status, 404);
    assert.equal((await client.get('/plain/%2e%2e/%2e%2e/')).status, 403);
    assert.equal((await client.post('/plain/', '')).status, 405);
    assert.equal((await client.send('OPTIONS', '/plain/')).headers.allow, 'GET, HEAD, OPTIONS');
    assert.equal((await client.send('HEAD', '/plain/')).text, '');
  },
};
