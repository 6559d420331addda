import assert from 'node:assert/strict';

export function program({ require }) {
  const express = require('express');
  const { body, checkSchema, cookie, header, matchedData, oneOf, param, query, validationResult } =
    require('express-validator');
  const respond = (req, res) => {
    const result = validationResult(req);
    if (result.isEmpty()) res.json({ data: matchedData(req), query: req.query, body: req.body });
    else res.status(422).json({ errors: result.array() });
  };
  const app = express();
  app.use(express.json());
  app.post(
    '/users/:id',
    param('id').isInt().toInt(),
    query('tab').optional().trim().isIn(['posts', 'likes']),
    body('email').isEmail().normalizeEmail(),
    body('tags.*').isLength({ min: 2 }).escape(),
    body('name').custom(async (name) => {
      if (name === 'taken') throw new Error('taken');
    }),
    respond,
  );
  app.get('/search', query('q').trim().notEmpty().toUpperCase(), respond);
  app.get('/either', oneOf([header('x-token').exists(), cookie('token').exists()]), respond);
  app.get(
    '/schema/:page',
    checkSchema({ page: { in: ['params'], isInt: { options: { min: 1 } }, toInt: true } }, [
      'params',
      'query',
    ]),
    respond,
  );
  app.post('/by-hand', async (req, res) => {
    const result = await body('a').equals('b').run(req);
    res.json(result.array());
  });
  return app;
}

const USER = { email: 'Ann@Example.com', name: 'ann', tags: ['<b>', 'bb'] };

export const cases = {
  async 'accepts and sanitises input'(client) {
    const { json } = await client.post('/users/7?tab=%20posts%20', USER);
    assert.deepEqual(json.data, {
      id: 7,
      tab: 'posts',
      email: 'ann@example.com',
      name: 'ann',
      tags: ['&lt;b&gt;', 'bb'],
    });
  },

  async 'reports errors with their location'(client) {
    const { status, json } = await client.post('/users/x?tab=none', {
      email: 'none',
      name: 'taken',
      tags: ['a'],
    });
    assert.equal(status, 422);
    const places = json.errors.map(({ location, path }) => `${location} ${path}`);
    assert.deepEqual(places, ['params id', 'query tab', 'body email', 'body tags[0]', 'body name']);
  },

  async 'validates the query'(client) {
    assert.equal((await client.get('/search?q=%20abc')).json.data.q, 'ABC');
    assert.equal((await client.get('/search?q=%20')).status, 422);
  },

  async 'supports alternatives and schemas'(client) {
    assert.equal((await client.get('/either')).status, 422);
    assert.equal((await client.get('/either', { 'x-token': '1' })).status, 200);
    assert.deepEqual((await client.get('/schema/3')).json.data, { page: 3 });
    assert.equal((await client.get('/schema/0')).status, 422);
  },

  async 'runs imperatively'(client) {
    assert.deepEqual((await client.post('/by-hand', { a: 'b' })).json, []);
    assert.equal((await client.post('/by-hand', {})).json[0].path, 'a');
  },
};
