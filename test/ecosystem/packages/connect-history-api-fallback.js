import assert from 'node:assert/strict';
import { files } from '../harness/responses.js';

export function program({ require }) {
  const express = require('express');
  const history = require('connect-history-api-fallback');
  const app = express();
  app.get('/api/:thing', (req, res) => res.json(req.params));
  app.use(
    history({
      rewrites: [
        { from: /^\/notes/, to: '/note.txt' },
        { from: /^\/by\/(.*)$/, to: ({ match }) => `/${match[1]}` },
      ],
    }),
  );
  app.use(express.static(files));
  app.get('/moved', (req, res) => res.json({ url: req.url, originalUrl: req.originalUrl }));
  return app;
}

const PAGE = { accept: 'text/html' };

export const cases = {
  async 'serves the index for client-side pages'(client) {
    assert.match((await client.get('/some/page?a=1', PAGE)).text, /<p>Index<\/p>/);
    assert.equal((await client.send('HEAD', '/some/page', PAGE)).status, 200);
  },

  async 'does not change other requests'(client) {
    assert.equal((await client.get('/some/page', { accept: 'application/json' })).status, 404);
    assert.equal((await client.post('/some/page', '', PAGE)).status, 404);
    assert.equal((await client.get('/missing.png', PAGE)).status, 404);
    assert.deepEqual((await client.get('/api/7', PAGE)).json, { thing: '7' });
  },

  async 'applies its rewrite rules'(client) {
    assert.match((await client.get('/notes/today', PAGE)).text, /^The train/);
    assert.deepEqual((await client.get('/by/moved', PAGE)).json, { url: '/moved', originalUrl: '/by/moved' });
  },
};
