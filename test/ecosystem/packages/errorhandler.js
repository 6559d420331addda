import assert from 'node:assert/strict';

const STACK = 'Error: <boom>\n    at here (file.js:1:2)\n    at there (file.js:3:4)';

export function program({ require }) {
  const express = require('express');
  const errorHandler = require('errorhandler');
  const logged = [];
  const fail = (properties) => () => {
    throw Object.assign(new Error('<boom>'), { stack: STACK }, properties);
  };
  const app = express();
  app.get('/error', fail());
  app.get('/status', fail({ statusCode: 409, code: 'TAKEN' }));
  app.get('/set', (_req, res) => {
    res.status(451).set('X-Kept', 'yes');
    fail()();
  });
  app.get('/text', (_req, _res, next) => next('only text'));
  app.get('/sent', (_req, res, next) => {
    res.write('half');
    next(Object.assign(new Error('late'), { stack: STACK }));
  });
  app.get('/logged', (_req, res) => res.json(logged));
  app.use(errorHandler({ log: (_error, text, req) => logged.push([req.url, text]) }));
  return app;
}

export const cases = {
  async 'shows an error in an accepted type'(client) {
    const page = await client.get('/error', { accept: 'text/html' });
    assert.equal(page.status, 500);
    assert.match(page.text, /&lt;boom&gt;/);
    const { error } = (await client.get('/status', { accept: 'application/json' })).json;
    assert.deepEqual(error, { code: 'TAKEN', message: '<boom>', stack: STACK, statusCode: 409 });
    assert.equal((await client.get('/error', { accept: 'text/plain' })).text, STACK);
  },

  async 'uses the status of the error or of the response'(client) {
    assert.equal((await client.get('/status')).status, 409);
    const { status, headers } = await client.get('/set');
    assert.equal(status, 451);
    assert.equal(headers['x-kept'], 'yes');
  },

  async 'shows values that are not errors'(client) {
    assert.equal((await client.get('/text', { accept: 'text/plain' })).text, 'only text');
  },

  async 'aborts a response that has started'(client) {
    await assert.rejects(client.get('/sent'), /aborted|socket hang up|ECONNRESET/);
  },

  async logs(client) {
    const urls = (await client.get('/logged')).json.map(([url]) => url);
    assert.deepEqual(urls, ['/error', '/status', '/error', '/status', '/set', '/text', '/sent']);
  },
};
