import assert from 'node:assert/strict';

export function program({ require }) {
  const express = require('express');
  const vhost = require('vhost');
  const site = express();
  site.get('/', (req, res) => res.json({ site: true, hostname: req.hostname, url: req.originalUrl }));
  const users = express.Router();
  users.get('/:page', (req, res) => {
    res.json({ user: req.vhost[0], length: req.vhost.length, page: req.params.page, base: req.baseUrl });
  });
  const app = express();
  app.use(vhost('example.com', site));
  app.use('/pages', vhost('*.users.example.com', users));
  app.use(vhost(/^(a|b)\.test$/, (req, res) => res.json([req.vhost.host, req.vhost.hostname, req.vhost[0]])));
  app.use((_req, res) => res.status(404).send('no such host'));
  return app;
}

export const cases = {
  async 'serves an application by its host'(client) {
    const { json } = await client.get('/?a=1', { host: 'example.com:81' });
    assert.deepEqual(json, { site: true, hostname: 'example.com', url: '/?a=1' });
  },

  async 'continues after an application that does not respond'(client) {
    assert.equal((await client.get('/none', { host: 'example.com' })).text, 'no such host');
  },

  async 'provides the wildcard match, below a path'(client) {
    const { json } = await client.get('/pages/about', { host: 'ann.users.example.com' });
    assert.deepEqual(json, { user: 'ann', length: 1, page: 'about', base: '/pages' });
  },

  async 'supports regular expressions'(client) {
    assert.deepEqual((await client.get('/', { host: 'b.test:8080' })).json, ['b.test:8080', 'b.test', 'b']);
    assert.equal((await client.get('/', { host: 'c.test' })).status, 404);
  },
};
