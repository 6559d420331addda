import assert from 'node:assert/strict';
import { createReadStream } from 'node:fs';
import http from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { files } from '../harness/responses.js';

export const volatile = [/(?<="date":").*(?=")/g, /(?<="x-powered-by":")(Express|Maglev)/g];

/** `POST /<handler>` responds with the result of this handler for an event. */
export function program({ require }) {
  const serverless = require('serverless-http');
  const express = require('express');
  const app = applicationBy(express);
  const outer = express().use('/api', app);
  const request = (req, event, context) => Object.assign(req, { event, context });
  const handlers = {
    plain: serverless(app, { binary: ['image/*', 'application/octet-stream'], request }),
    staged: serverless(app, { basePath: '/stage' }),
    binary: serverless(app, { binary: true }),
    mounted: serverless(outer),
    changed: serverless(app, {
      request: (req) => Object.assign(req, { url: '/html' }),
      response: (res) => Object.assign(res, { statusCode: 203 }),
    }),
  };
  return http.createServer(async (req, res) => {
    try {
      const event = await json(req);
      const result = await handlers[req.url.slice(1)](event, { awsRequestId: 'id' });
      // Chunked, because the length of the name `Maglev` or `Express` would show in Content-Length.
      res.write(JSON.stringify(result));
      res.end();
    } catch (error) {
      res.writeHead(500).end(error.stack);
    }
  });
}

function applicationBy(express) {
  const app = express();
  app.set('trust proxy', true);
  app.use(express.json(), express.urlencoded({ extended: true }), express.text());
  app.use(express.raw({ type: 'application/octet-stream' }));
  app.use('/static', express.static(files));
  app.all('/echo/:id', (req, res) => {
    const { method, params, query, originalUrl, baseUrl, path, hostname, ip, protocol, event, context } = req;
    const body = Buffer.isBuffer(req.body) ? req.body.toString('hex') : req.body;
    const seen = { method, params, query, originalUrl, baseUrl, path, hostname, ip, protocol, body };
    const gateway = { stage: event?.requestContext.stage, id: context?.awsRequestId };
    res.status(201).cookie('a', '1').cookie('b', '2');
    res.json({ ...seen, ...gateway, header: req.get('x-header'), cookie: req.get('cookie') });
  });
  app.post('/pipe', (req, res) => req.pipe(res.type('text')));
  app.get('/image', (_req, res) => res.type('png').send(Buffer.from([0, 255, 1, 254])));
  app.get('/html', (_req, res) => res.send('<p>é</p>'));
  app.get('/empty', (_req, res) => res.sendStatus(204));
  app.get('/moved', (_req, res) => res.redirect('/html'));
  app.get('/chunks', (_req, res) => {
    res.write('one ');
    setImmediate(() => res.end('two'));
  });
  app.get('/gzip', (_req, res) => res.set('content-encoding', 'gzip').send(gzipSync('zip')));
  app.get('/stream', (_req, res) => createReadStream(join(files, 'note.txt')).pipe(res));
  app.get('/file', (_req, res) => res.sendFile(join(files, 'note.txt')));
  app.get('/failing', (_req, _res, next) => next(Object.assign(new Error('failing'), { status: 422 })));
  app.use((error, _req, res, _next) => res.status(error.status).json({ message: error.message }));
  return app;
}

/** Events of a REST API (1.0) and of an HTTP API (2.0), created from the same request. */
const VERSIONS = {
  '1.0': ({ method, path, headers, search, body, isBase64Encoded }) => ({
    httpMethod: method,
    path,
    headers: { 'X-Forwarded-For': '9.9.9.9', 'X-Forwarded-Proto': 'https', ...headers },
    multiValueQueryStringParameters: valuesOf(search),
    queryStringParameters: Object.fromEntries(search),
    body: body ?? null,
    isBase64Encoded,
    requestContext: { stage: 'dev', identity: { sourceIp: '8.8.8.8' } },
  }),
  '2.0': ({ method, path, headers, search, body, isBase64Encoded, cookies }) => ({
    version: '2.0',
    rawPath: path,
    rawQueryString: String(search),
    cookies,
    headers,
    body,
    isBase64Encoded,
    requestContext: { stage: 'dev', http: { method, path, sourceIp: '8.8.8.8' } },
  }),
};

function valuesOf(search) {
  const names = [...new Set(search.keys())];
  return Object.fromEntries(names.map((name) => [name, search.getAll(name)]));
}

/** Sends a request through both kinds of gateways; `check` gets the result of the handler. */
async function invoke(client, handler, method, path, { headers, search, ...rest } = {}, check = () => {}) {
  for (const [version, eventOf] of Object.entries(VERSIONS)) {
    const host = { Host: 'api.example.com', ...headers };
    const names = version === '1.0' ? (name) => name : (name) => name.toLowerCase();
    const event = eventOf({
      method,
      path,
      headers: Object.fromEntries(Object.entries(host).map(([name, value]) => [names(name), value])),
      search: new URLSearchParams(search),
      isBase64Encoded: false,
      ...rest,
    });
    const result = await client.post(`/${handler}`, event);
    assert.equal(result.status, 200, result.text);
    check(result.json, version);
  }
}

const bodyOf = ({ body }) => JSON.parse(body);
const typed = (type) => ({ headers: { 'Content-Type': type } });

export const cases = {
  async 'converts events to requests'(client) {
    const request = { search: 'a=1&a=2&b%5Bc%5D=d+e', headers: { 'X-Header': 'value' } };
    await invoke(client, 'plain', 'GET', '/echo/7', request, (result) => {
      assert.equal(result.statusCode, 201);
      const { params, query, hostname, ip, header, stage, id } = bodyOf(result);
      assert.deepEqual(
        [params, query.a, hostname, ip, header],
        [{ id: '7' }, ['1', '2'], 'api.example.com', '8.8.8.8', 'value'],
      );
      assert.deepEqual([stage, id], ['dev', 'id']);
    });
    await invoke(client, 'plain', 'GET', '/echo/a%2Fb', {}, (result) =>
      assert.equal(bodyOf(result).params.id, 'a/b'),
    );
    await invoke(client, 'plain', 'GET', '/echo/%zz', {}, ({ statusCode }) => assert.equal(statusCode, 400));
    await invoke(client, 'plain', 'GET', '/echo/8', { cookies: ['k=v', 'l=w'] }, (result, version) => {
      if (version === '2.0') assert.equal(bodyOf(result).cookie, 'k=v; l=w');
    });
  },

  async 'parses bodies, plain and in base64'(client) {
    const post = (body, type, expected, rest) =>
      invoke(client, 'plain', 'POST', '/echo/7', { body, ...typed(type), ...rest }, (result) => {
        assert.deepEqual(bodyOf(result).body, expected);
      });
    const base64 = (bytes) => Buffer.from(bytes).toString('base64');
    await post('{"x":"é"}', 'application/json', { x: 'é' });
    await post(base64('{"x":"é"}'), 'application/json', { x: 'é' }, { isBase64Encoded: true });
    await post('a=1&b[c]=2', 'application/x-www-form-urlencoded', { a: '1', b: { c: '2' } });
    await post('text', 'text/plain', 'text');
    await post(base64([0, 255]), 'application/octet-stream', '00ff', { isBase64Encoded: true });
    const gzipped = { headers: { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' } };
    await post(base64(gzipSync('{"z":1}')), '', { z: 1 }, { isBase64Encoded: true, ...gzipped });
    const broken = { body: '{ broken', ...typed('application/json') };
    await invoke(client, 'plain', 'POST', '/echo/7', broken, ({ statusCode }) =>
      assert.equal(statusCode, 400),
    );
    await invoke(client, 'plain', 'PUT', '/echo/7', { body: '?', ...typed('image/x-unknown') });
    await invoke(client, 'plain', 'POST', '/pipe', { body: 'piped', ...typed('x/y') }, ({ body }) => {
      assert.equal(body, 'piped');
    });
  },

  async 'converts responses to results, and bytes to base64'(client) {
    const get = (path, check, headers) => invoke(client, 'plain', 'GET', path, { headers }, check);
    const shows = (statusCode, body) => (result) => {
      assert.deepEqual([result.statusCode, result.body, result.isBase64Encoded], [statusCode, body, false]);
    };
    await get('/html', shows(200, '<p>é</p>'));
    await get('/chunks', shows(200, 'one two'));
    await get('/empty', shows(204, ''));
    await get('/failing', shows(422, '{"message":"failing"}'));
    await get('/moved', ({ headers }) => assert.equal(headers.location, '/html'));
    await get('/nowhere', ({ statusCode }) => assert.equal(statusCode, 404));
    await get('/image', ({ body, isBase64Encoded }) =>
      assert.deepEqual([body, isBase64Encoded], ['AP8B/g==', true]),
    );
    await get('/gzip', ({ isBase64Encoded }) => assert.equal(isBase64Encoded, true));
    await invoke(client, 'plain', 'HEAD', '/html');
    await invoke(client, 'plain', 'OPTIONS', '/html', {}, ({ body }) => assert.match(body, /^GET, ?HEAD$/));
    await invoke(client, 'binary', 'GET', '/html', {}, ({ isBase64Encoded }) =>
      assert.equal(isBase64Encoded, true),
    );
  },

  async 'serves files'(client) {
    const get = (path, status, headers) =>
      invoke(client, 'plain', 'GET', path, { headers }, ({ statusCode }) => assert.equal(statusCode, status));
    await get('/stream', 200);
    await get('/file', 200);
    await get('/static/note.txt', 200);
    await get('/static/note.txt', 206, { Range: 'bytes=0-4' });
    await get('/static/folder', 301);
    await get('/html', 304, { 'If-None-Match': '*' });
  },

  async 'supports base paths, mounted applications and hooks'(client) {
    const shown = ({ body }) => assert.equal(body, '<p>é</p>');
    await invoke(client, 'staged', 'GET', '/stage/html', {}, shown);
    await invoke(client, 'mounted', 'GET', '/api/html', {}, shown);
    await invoke(client, 'mounted', 'GET', '/api/echo/7', {}, (result) =>
      assert.equal(bodyOf(result).baseUrl, '/api'),
    );
    await invoke(client, 'changed', 'GET', '/nowhere', {}, ({ statusCode, body }) => {
      assert.deepEqual([statusCode, body], [203, '<p>é</p>']);
    });
  },
};
