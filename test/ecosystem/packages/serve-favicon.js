import assert from 'node:assert/strict';

const ICON = Buffer.from('000001000100', 'hex');

export function program({ require }) {
  const express = require('express');
  const app = express();
  app.use(require('serve-favicon')(ICON, { maxAge: '1h' }));
  app.get('/', (_req, res) => res.send('page'));
  return app;
}

export const cases = {
  async 'serves the icon'(client) {
    const { headers, bytes } = await client.get('/favicon.ico');
    assert.equal(headers['content-type'], 'image/x-icon');
    assert.equal(headers['cache-control'], 'public, max-age=3600');
    assert.deepEqual(bytes, ICON);
    assert.equal((await client.send('HEAD', '/favicon.ico')).headers['content-length'], '6');
  },

  async 'responds 304 if it has not changed'(client) {
    const { etag } = (await client.get('/favicon.ico')).headers;
    assert.equal((await client.get('/favicon.ico', { 'if-none-match': etag })).status, 304);
  },

  async 'rejects other methods'(client) {
    const { status, headers } = await client.post('/favicon.ico', '');
    assert.equal(status, 405);
    assert.equal(headers.allow, 'GET, HEAD, OPTIONS');
    assert.equal((await client.send('OPTIONS', '/favicon.ico')).status, 200);
  },

  async 'passes other paths on'(client) {
    assert.equal((await client.get('/')).text, 'page');
  },
};
