import assert from 'node:assert/strict';

export function program({ require }) {
  const express = require('express');
  const methodOverride = require('method-override');
  const app = express();
  app.use(express.urlencoded({ extended: false }));
  app.use(methodOverride());
  app.use(methodOverride('_method', { methods: ['POST', 'GET'] }));
  app.use(methodOverride((req) => req.body?._method));
  const respond = (req, res) => res.json({ method: req.method, was: req.originalMethod, id: req.params.id });
  for (const method of ['get', 'post', 'put', 'delete', 'patch']) app[method]('/things/:id', respond);
  app
    .route('/chained')
    .post((_req, res) => res.send('posted'))
    .delete((_req, res) => res.send('deleted'));
  return app;
}

export const cases = {
  async 'takes the method from a header'(client) {
    const { json } = await client.post('/things/7', '', { 'x-http-method-override': 'PUT' });
    assert.deepEqual(json, { method: 'PUT', was: 'POST', id: '7' });
    assert.equal((await client.get('/things/7', { 'x-http-method-override': 'PUT' })).json.method, 'GET');
  },

  async 'takes it from the query'(client) {
    assert.equal((await client.post('/things/7?_method=DELETE', '')).json.method, 'DELETE');
    assert.equal((await client.get('/things/7?_method=patch')).json.method, 'PATCH');
  },

  async 'takes it from the body'(client) {
    const form = new URLSearchParams({ _method: 'DELETE' });
    assert.equal((await client.post('/things/7', form)).json.method, 'DELETE');
    assert.equal((await client.post('/chained', form)).text, 'deleted');
  },

  async 'keeps the method if the override is invalid'(client) {
    assert.equal((await client.post('/things/7?_method=BOGUS', '')).json.method, 'POST');
    assert.equal((await client.post('/things/7?_method=LOCK', '')).status, 404);
  },
};
