import { recordProgram } from '../harness/program.js';

export const dependencies = {
  '@loopback/rest': '15.0.16',
  '@loopback/core': '7.0.15',
  '@loopback/rest-explorer': '8.0.16',
  express: '4.22.1',
  'swagger-client': '3.38.4',
};
const PROGRAM = `
const { RestApplication, RestBindings, get, post, put, del, param, requestBody, HttpErrors } = require('@loopback/rest');
const { RestExplorerComponent } = require('@loopback/rest-explorer');
const { inject } = require('@loopback/core');
const express = require('express');

const stations = new Map([[1, { id: 1, name: 'Shanghai' }], [2, { id: 2, name: 'Incheon' }]]);
class Stations {
  constructor(request) { this.request = request; }
  list(name, limit, filter) { return { name, limit, filter, stations: [...stations.values()] }; }
  one(id) {
    const found = stations.get(id);
    if (!found) throw new HttpErrors.NotFound('No station ' + id);
    return found;
  }
  add(body) { const one = { ...body, id: stations.size + 1 }; stations.set(one.id, one); return one; }
  replace(id, body) { stations.set(id, { ...body, id }); }
  remove(id) { if (!stations.delete(id)) throw new HttpErrors.NotFound(); }
  fails() { throw new Error('on purpose'); }
  text(note) { return note + ' ' + this.request.originalUrl; }
}
inject(RestBindings.Http.REQUEST)(Stations, undefined, 0);
const schema = {
  type: 'object', required: ['name'], additionalProperties: false,
  properties: { name: { type: 'string', minLength: 2 }, trains: { type: 'integer' } },
};
const body = requestBody({ required: true, content: {
  'application/json': { schema }, 'application/x-www-form-urlencoded': { schema },
} });
declare('list', get('/stations'), param.query.string('name'), param.query.integer('limit'), param.query.object('filter'));
declare('one', get('/stations/{id}'), param.path.integer('id'));
declare('add', post('/stations'), body);
declare('replace', put('/stations/{id}'), param.path.integer('id'), body);
declare('remove', del('/stations/{id}'), param.path.integer('id'));
declare('fails', get('/fails'));
declare('text', get('/text', { responses: { 200: { content: { 'text/plain': {} } } } }), param.header.string('x-note'));

function declare(name, operation, ...parameters) {
  parameters.forEach((decorate, i) => decorate(Stations.prototype, name, i));
  operation(Stations.prototype, name, Object.getOwnPropertyDescriptor(Stations.prototype, name));
}

const app = new RestApplication({ rest: {
  host: '127.0.0.1', port: Number(process.argv[2]), gracePeriodForClose: 0, basePath: '/api',
  openApiSpec: { setServersFromRequest: true }, requestBodyParser: { json: { limit: '10kb' } },
} });
const legacy = express.Router();
legacy.get('/trains/:id', (req, res) => res.json({ id: req.params.id, query: req.query, base: req.baseUrl }));
legacy.get('/fails', () => { throw Object.assign(new Error('legacy'), { status: 409 }); });
app.mountExpressRouter('/legacy', legacy);
app.static('/files', 'public');
app.redirect('/old', '/stations');
app.controller(Stations);
app.component(RestExplorerComponent);
app.configure('components.RestExplorerComponent').to({ path: '/explorer' });
app.start();
`;
/** What the explorer's page does: reads the description, and calls its operations. */
const CLIENT = `
import SwaggerClient from 'swagger-client';

const { apis, spec, errors } = await SwaggerClient(process.argv[2]);
console.log(JSON.stringify({ servers: spec.servers, paths: Object.keys(spec.paths), errors }));
const calls = {
  list: [{ name: 'a', limit: 2, filter: { where: { a: 1 } } }],
  one: [{ id: 2 }],
  add: [{}, { requestBody: { name: 'Yongyu' } }],
  replace: [{ id: 2 }, { requestBody: { name: 'x' } }],
  remove: [{ id: 99 }],
  fails: [],
  text: [{ 'x-note': 'hello' }],
};
for (const [name, parameters] of Object.entries(calls)) {
  const call = apis.Stations['Stations_' + name] ?? apis.Stations['Stations.' + name];
  const { status, body, text } = await call(...parameters).catch(({ response }) => response);
  console.log(name, status, JSON.stringify(body ?? text));
}
`;

export const files = { 'app.cjs': PROGRAM, 'client.mjs': CLIENT, 'public/note.txt': 'Mind the gap.\n' };
export const start = (port) => ['app.cjs', port];
/** The installation time of packages. */
export const volatile = [/(?<=^Last-Modified: ).*/gim, /(?<=^ETag: W\/"[0-9a-f]+-)[0-9a-f]{11}(?=")/gim];

export async function sendRequests(client, { folder }) {
  for (const path of PATHS) await client.get(`/api${path}`);
  for (const path of ['/', '/stations', '/explorer', '/%zz']) await client.get(path);
  await write(client);
  for (const path of ['/stations', '/stations/2', '/files/note.txt', '/legacy/trains/1', '/missing']) {
    await client.send('HEAD', `/api${path}`);
    await client.send('OPTIONS', `/api${path}`, {
      origin: 'http://a.example',
      'access-control-request-method': 'PUT',
    });
  }
  await client.get('/api/text', { 'x-note': 'hello' });
  await client.get('/api/fails', { accept: 'text/html' });
  await client.get('/api/fails', { accept: 'text/xml' });
  await client.get('/api/openapi.json', {
    'x-forwarded-host': 'elsewhere.example',
    'x-forwarded-proto': 'https',
  });
  const { headers } = await client.get('/api/files/note.txt');
  await client.get('/api/files/note.txt', { 'if-none-match': headers.etag });
  await recordProgram(client, folder, 'client.mjs', `${client.url}/api/openapi.json`);
}

const PATHS = [
  ...[
    '/stations',
    '/stations?name=a&limit=2',
    '/stations?limit=x',
    '/stations?filter[where][a]=1',
    '/stations/',
  ],
  ...[
    '/stations?filter={"where":{"a":1}}',
    '/stations?filter={',
    '/stations/1',
    '/stations/9',
    '/stations/x',
    '/stations/%zz',
  ],
  ...[
    '/fails',
    '/text',
    '/openapi.json',
    '/openapi.yaml',
    '/explorer',
    '/explorer/',
    '/explorer/swagger-ui.css',
    '/old',
  ],
  ...[
    '/explorer/openapi.json',
    '/legacy/trains/7?a=1',
    '/legacy/fails',
    '/legacy/none',
    '/files/note.txt',
    '/files',
    '/missing',
    '',
  ],
];

async function write(client) {
  const json = { 'content-type': 'application/json' };
  await client.post('/api/stations', { name: 'Emsland', trains: 2 });
  await client.post('/api/stations', new URLSearchParams({ name: 'Nagakute' }));
  for (const body of [
    { name: 'x' },
    {},
    { name: 'more', other: 1 },
    { name: 5 },
    [],
    { name: 'n'.repeat(20_000) },
  ]) {
    await client.post('/api/stations', body);
  }
  await client.post('/api/stations', '{ "name": ', json);
  await client.post('/api/stations', '', json);
  await client.post('/api/stations', '{ "name": "a", "__proto__x": 1 }', json);
  await client.post('/api/stations', '<a/>', { 'content-type': 'application/xml' });
  await client.send('PUT', '/api/stations/1', {}, { name: 'Pudong' });
  await client.send('PUT', '/api/stations/x', {}, { name: 'Pudong' });
  await client.send('DELETE', '/api/stations/1');
  await client.send('DELETE', '/api/stations/1');
  await client.send('PATCH', '/api/stations/1', {}, {});
  await client.get('/api/stations');
}
