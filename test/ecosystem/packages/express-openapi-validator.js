import assert from 'node:assert/strict';

const THING = {
  type: 'object',
  required: ['name'],
  additionalProperties: false,
  properties: { name: { type: 'string' }, count: { type: 'integer', minimum: 1 } },
};
const json = (schema) => ({ 'application/json': { schema } });
const SPECIFICATION = {
  openapi: '3.0.3',
  info: { title: 'Things', version: '1.0.0' },
  servers: [{ url: '/v1' }],
  components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
  paths: {
    '/things': {
      get: {
        parameters: [
          { in: 'query', name: 'limit', schema: { type: 'integer', maximum: 10, default: 5 } },
          { in: 'query', name: 'tags', schema: { type: 'array', items: { type: 'string' } } },
        ],
        responses: { 200: { description: 'all', content: json({ type: 'object' }) } },
      },
      post: {
        requestBody: { required: true, content: json(THING) },
        responses: { 201: { description: 'made', content: json(THING) } },
      },
    },
    '/things/{id}': {
      parameters: [{ in: 'path', name: 'id', required: true, schema: { type: 'integer' } }],
      get: { responses: { 200: { description: 'one', content: json(THING) } } },
      delete: { security: [{ key: [] }], responses: { 204: { description: 'gone' } } },
    },
    '/uploads': {
      post: {
        requestBody: {
          content: {
            'multipart/form-data': {
              schema: { type: 'object', properties: { file: { type: 'string', format: 'binary' } } },
            },
          },
        },
        responses: { 200: { description: 'received', content: json({ type: 'object' }) } },
      },
    },
  },
};

export function program({ require }) {
  const express = require('express');
  const { middleware } = require('express-openapi-validator');
  const app = express();
  app.use(express.json());
  app.use(
    middleware({
      apiSpec: SPECIFICATION,
      validateResponses: true,
      validateSecurity: { handlers: { key: async (req) => req.get('X-Key') === 'right' } },
    }),
  );
  app.get('/v1/things', (req, res) => res.json({ limit: req.query.limit, tags: req.query.tags }));
  app.post('/v1/things', (req, res) => res.status(201).json(req.body));
  app.get('/v1/things/:id', (req, res) => {
    res.json(req.params.id === 1 ? { name: 'one', count: 1 } : { nameless: true });
  });
  app.delete('/v1/things/:id', (_req, res) => res.sendStatus(204));
  app.post('/v1/uploads', (req, res) => res.json({ field: req.files[0].fieldname, size: req.files[0].size }));
  app.get('/other', (_req, res) => res.send('not described'));
  app.use((error, _req, res, _next) => {
    res
      .status(error.status ?? 500)
      .set(error.headers ?? {})
      .json({ message: error.message, errors: error.errors });
  });
  return app;
}

export const cases = {
  async 'accepts valid requests, and converts their types'(client) {
    assert.deepEqual((await client.get('/v1/things?limit=3&tags=a&tags=b')).json, {
      limit: 3,
      tags: ['a', 'b'],
    });
    assert.equal((await client.get('/v1/things')).json.limit, 5);
    assert.equal((await client.post('/v1/things', { name: 'n', count: 2 })).status, 201);
    assert.equal((await client.get('/v1/things/1')).json.name, 'one');
  },

  async 'rejects other requests'(client) {
    for (const [method, path, body, status] of [
      ['GET', '/v1/things?limit=11', undefined, 400],
      ['GET', '/v1/things?unknown=1', undefined, 400],
      ['GET', '/v1/things/x', undefined, 400],
      ['POST', '/v1/things', { count: 0, more: 1 }, 400],
      ['POST', '/v1/things', new URLSearchParams('name=a'), 415],
      ['PUT', '/v1/things', undefined, 405],
      ['GET', '/v1/none', undefined, 404],
    ]) {
      assert.equal((await client.send(method, path, {}, body)).status, status, `${method} ${path}`);
    }
  },

  async 'rejects responses that do not match the specification'(client) {
    const { status, json } = await client.get('/v1/things/2');
    assert.equal(status, 500);
    assert.match(json.message, /name/);
  },

  async 'requires the API key'(client) {
    assert.equal((await client.send('DELETE', '/v1/things/1')).status, 401);
    assert.equal((await client.send('DELETE', '/v1/things/1', { 'x-key': 'right' })).status, 204);
  },

  async 'parses uploads'(client) {
    const form = new FormData();
    form.append('file', new Blob(['12345']), 'file.bin');
    assert.deepEqual((await client.post('/v1/uploads', form)).json, { field: 'file', size: 5 });
  },

  async 'ignores paths outside the specification'(client) {
    assert.equal((await client.get('/other')).text, 'not described');
  },
};
