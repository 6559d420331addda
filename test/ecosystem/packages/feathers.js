import assert from 'node:assert/strict';
import { files } from '../harness/responses.js';

export const packageName = '@feathersjs/express';
export const lines = [4];

export async function program({ require }) {
  const { feathers } = require('@feathersjs/feathers');
  const framework = require('@feathersjs/express');
  const app = framework.default(feathers());
  app.use(framework.json());
  app.use(framework.urlencoded({ extended: true }));
  app.use((req, _res, next) => {
    req.feathers = { ...req.feathers, user: req.get('x-user') };
    next();
  });
  app.configure(framework.rest());
  app.use('/static', framework.static(files));

  const errors = require('@feathersjs/errors');
  const methods = ['find', 'get', 'create', 'update', 'patch', 'remove', 'archive'];
  app.use('notes', new Notes(errors), { methods });
  app.use('users/:userId/notes', new Notes(errors), (_req, res, next) => {
    res.set('X-After', String(res.data?.total));
    next();
  });
  app.service('notes').hooks({
    before: { create: [async (context) => (context.params.by = context.params.user)] },
    after: { get: [async (context) => (context.http = { headers: { 'X-Hook': 'after get' } })] },
    error: { remove: [async (context) => (context.error.message = `Kept: ${context.error.message}`)] },
  });
  app.use('moved', { get: async (id) => ({ id }) });
  app.service('moved').hooks({
    after: { get: [async (context) => (context.http = { status: 301, location: '/notes' })] },
  });

  app.get('/page', (_req, res) => res.send('page'));
  app.use(framework.notFound({ verbose: true }));
  app.use(
    framework.errorHandler({ logger: false, html: { 404: (_error, _req, res) => res.send('<h1>404</h1>') } }),
  );
  return app;
}

class Notes {
  /** Not private: feathers calls the methods on an object that inherits from this one. */
  notes = new Map();

  constructor(errors) {
    this.errors = errors;
  }

  async find({ query, provider, user, route }) {
    return { total: this.notes.size, query, provider, user, route };
  }

  async get(id) {
    const note = this.notes.get(Number(id));
    if (!note) throw new this.errors.NotFound(`No note ${id}`, { id });
    return note;
  }

  async create(data, { by }) {
    if (Array.isArray(data)) return Promise.all(data.map((one) => this.create(one, { by })));
    if (data.text === 'explode') throw new Error('exploded');
    if (!data.text) throw new this.errors.BadRequest('Empty', { errors: { text: 'missing' } });
    const note = { id: this.notes.size + 1, by, ...data };
    this.notes.set(note.id, note);
    return note;
  }

  async update(id, data) {
    return { id, ...data, updated: true };
  }

  async patch(id, data, { query }) {
    return { id, ...data, query, patched: true };
  }

  async remove(id) {
    const note = await this.get(id);
    this.notes.delete(note.id);
    return note;
  }

  async archive(data) {
    return { archived: data };
  }
}

const asJson = { accept: 'application/json' };
const statusOf = async (response) => (await response).status;

export const cases = {
  async 'creates, reads, changes and removes'(client) {
    const created = await client.post('/notes', { text: 'first' }, { ...asJson, 'x-user': 'ann' });
    assert.equal(created.status, 201);
    assert.deepEqual(created.json, { id: 1, by: 'ann', text: 'first' });
    assert.equal((await client.post('/notes', [{ text: 'a' }, { text: 'b' }], asJson)).json.length, 2);
    const form = new URLSearchParams({ text: 'form', 'tags[one]': '1' });
    assert.deepEqual((await client.post('/notes', form, asJson)).json.tags, { one: '1' });
    const read = await client.get('/notes/1', asJson);
    assert.equal(read.json.text, 'first');
    assert.equal(read.headers['x-hook'], 'after get');
    assert.equal((await client.send('PUT', '/notes/1', asJson, { text: 'new' })).json.updated, true);
    const patched = await client.send('PATCH', '/notes/1?a[b]=c', asJson, { text: 'newer' });
    assert.deepEqual(patched.json, { id: '1', text: 'newer', query: { a: { b: 'c' } }, patched: true });
    assert.equal((await client.send('DELETE', '/notes/1', asJson)).json.text, 'first');
    assert.equal(await statusOf(client.get('/notes/1', asJson)), 404);
  },

  async 'finds by query, with parameters set by middleware'(client) {
    const { json } = await client.get('/notes?$limit=2&id[$in][]=1&id[$in][]=2', {
      ...asJson,
      'x-user': 'ann',
    });
    assert.deepEqual(json.query, { $limit: '2', id: { $in: ['1', '2'] } });
    assert.equal(json.provider, 'rest');
    assert.equal(json.user, 'ann');
    assert.equal(await statusOf(client.get('/notes/', asJson)), 200);
    assert.equal(await statusOf(client.send('HEAD', '/notes', asJson)), 200);
  },

  async 'supports parameters in the paths of services, and middleware after them'(client) {
    const { json, headers } = await client.get('/users/5/notes', asJson);
    assert.deepEqual(json.route, { userId: '5' });
    assert.equal(headers['x-after'], '0');
    await client.post('/users/5/notes', { text: 'mine' }, asJson);
    assert.equal((await client.get('/users/6/notes/1', asJson)).json.text, 'mine');
  },

  async 'calls custom methods'(client) {
    const call = (method) => client.post('/notes', { a: 1 }, { ...asJson, 'x-service-method': method });
    assert.deepEqual((await call('archive')).json, { archived: { a: 1 } });
    assert.equal((await call('nothing')).status, 405);
  },

  async 'sends errors as JSON or as HTML'(client) {
    const refused = await client.post('/notes', {}, asJson);
    assert.equal(refused.json.name, 'BadRequest');
    assert.deepEqual(refused.json.errors, { text: 'missing' });
    assert.equal(await statusOf(client.post('/notes', { text: 'explode' }, asJson)), 500);
    assert.equal((await client.send('DELETE', '/notes/99', asJson)).json.message, 'Kept: No note 99');
    assert.equal((await client.get('/notes/99', { accept: 'text/html' })).text, '<h1>404</h1>');
    const json = { ...asJson, 'content-type': 'application/json' };
    assert.equal((await client.post('/notes', '{ broken', json)).json.name, 'GeneralError');
    assert.equal(await statusOf(client.post('/moved', {}, asJson)), 405);
    assert.equal(await statusOf(client.send('OPTIONS', '/notes', asJson)), 405);
    assert.equal((await client.get('/nowhere', asJson)).json.message, 'Page not found: /nowhere');
    await client.get('/notes/%zz', asJson);
  },

  async 'redirects, and passes other paths to Express'(client) {
    assert.equal((await client.get('/moved/1', asJson)).headers.location, '/notes');
    assert.equal((await client.get('/page')).text, 'page');
    assert.equal(await statusOf(client.get('/static/note.txt')), 200);
    assert.equal(await statusOf(client.get('/static/missing', asJson)), 404);
  },
};
