import assert from 'node:assert/strict';

export function program({ require, line }) {
  const express = require('express');
  const listEndpoints = require('express-list-endpoints');
  const list = listEndpoints.default ?? listEndpoints;
  const app = express();
  const handler = function named(_req, res) {
    res.end();
  };
  const inner = express.Router({ mergeParams: true });
  inner.route('/').get(handler).put(handler);
  inner.delete('/:comment', handler);
  const router = express.Router();
  router.get('/', handler, handler);
  router.all('/all', handler);
  router.use('/:post/comments', inner);
  app.use(express.json());
  app.get('/', handler);
  app.post(['/one', '/two'], handler);
  app.get(line === 4 ? '/files/*' : '/files/*path', handler);
  app.get(/^\/pattern\/(\d+)$/, handler);
  app.use('/posts', router);
  app.use('/v1', express.Router().use('/deep', express.Router().get('/er', handler)));
  app.get('/list', (_req, res) => res.json(list(app)));
  app.get('/list/router', (_req, res) => res.json(list(router)));
  return app;
}

export const cases = {
  async 'lists the routes of an application'(client, { line }) {
    const { json } = await client.get('/list');
    // It finds the router of an application only at app._router, as in 4.x.
    if (line === 5) return assert.deepEqual(json, []);
    const endpoints = new Map(json.map(({ path, methods }) => [path, methods]));
    assert.deepEqual(endpoints.get('/two'), ['POST']);
    assert.deepEqual(endpoints.get('/posts/all'), []);
    assert.deepEqual(endpoints.get('/v1/deep/er'), ['GET']);
  },

  async 'lists the routes of a router'(client) {
    const { json } = await client.get('/list/router');
    const [first] = json;
    assert.equal(first.path, '/');
    assert.deepEqual(first.middlewares, ['named', 'named']);
  },
};
