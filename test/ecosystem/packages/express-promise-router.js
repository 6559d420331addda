import assert from 'node:assert/strict';

export function program({ require }) {
  const express = require('express');
  const promiseRouter = require('express-promise-router');
  const router = promiseRouter({ mergeParams: true });
  router.use(async (req) => {
    req.trail = ['first'];
    return 'next';
  });
  router.param('id', async (req, _res, _next, id) => {
    if (id === 'bad') throw Object.assign(new Error('bad id'), { status: 400 });
    req.id = Number(id);
    return 'next';
  });
  router.get('/things/:id', async (req, res) =>
    res.json({ id: req.id, shop: req.params.shop, trail: req.trail }),
  );
  router.get(
    '/skipped',
    async () => 'route',
    (_req, res) => res.send('not here'),
  );
  router.get('/skipped', async (_req, res) => res.send('here'));
  router.get('/rejected', async () => Promise.reject(new Error('rejected')));
  router.get('/reasonless', () => Promise.reject());
  router.route('/route').get(async () => 'next', [async (_req, res) => res.send('second')]);
  router.use(async (error, _req, res, _next) => {
    res.status(error.status ?? 500).json({ message: error.message });
  });
  const app = express();
  app.use('/:shop', router);
  return app;
}

export const cases = {
  async 'calls next when a promise resolves to next or route'(client) {
    assert.deepEqual((await client.get('/a/things/7')).json, { id: 7, shop: 'a', trail: ['first'] });
    assert.equal((await client.get('/a/skipped')).text, 'here');
    assert.equal((await client.get('/a/route')).text, 'second');
  },

  async 'passes rejections to next'(client) {
    assert.deepEqual((await client.get('/a/rejected')).json, { message: 'rejected' });
    assert.match((await client.get('/a/reasonless')).json.message, /did not have a reason/);
    assert.equal((await client.get('/a/things/bad')).status, 400);
  },

  async 'responds 404 to other requests'(client) {
    assert.equal((await client.get('/a/none')).status, 404);
  },
};
