import assert from 'node:assert/strict';

export const lines = [4];
/** It patches Express. */
export const isolated = true;

export function program({ require }) {
  const express = require('express');
  require('express-async-errors');
  const app = express();
  const fail = async (req) => {
    await null;
    throw Object.assign(new Error('rejected'), { status: 418, at: req.path });
  };
  const router = express.Router();
  router.param('id', async (_req, _res, next, id) => {
    if (id === 'bad') throw new Error('bad id');
    next();
  });
  router.use('/middleware', fail);
  router.get('/things/:id', async (req, res) => res.json({ id: req.params.id }));
  router
    .route('/route')
    .get(fail)
    .post(async (_req, res) => res.send('posted'));
  app.get('/direct', fail);
  app.get('/second', async (_req, _res, next) => next(), fail);
  app.get('/thrown', () => {
    throw new Error('thrown');
  });
  app.get('/well', async (_req, res) => res.send('well'));
  app.use('/router', router);
  app.use('/router', async (error, _req, _res, next) => {
    if (error.message === 'bad id') throw new Error('worse');
    next(error);
  });
  app.use((error, _req, res, _next) =>
    res.status(error.status ?? 500).json({ message: error.message, at: error.at }),
  );
  return app;
}

export const cases = {
  async 'passes rejections to next, wherever the handler is registered'(client) {
    for (const path of ['/direct', '/second', '/router/middleware', '/router/route']) {
      const { status, json } = await client.get(path);
      assert.equal(status, 418, path);
      assert.equal(json.message, 'rejected');
    }
  },

  async 'passes rejections of parameter callbacks and error handlers to next'(client) {
    assert.equal((await client.get('/router/things/bad')).json.message, 'worse');
  },

  async 'does not change other behaviour'(client) {
    assert.equal((await client.get('/well')).text, 'well');
    assert.equal((await client.get('/thrown')).json.message, 'thrown');
    assert.deepEqual((await client.get('/router/things/7')).json, { id: '7' });
    assert.equal((await client.post('/router/route', '')).text, 'posted');
  },
};
