import assert from 'node:assert/strict';
import { applicationBehind, requestAll } from '../harness/responses.js';

export function program({ require }) {
  const express = require('express');
  const cors = require('cors');
  const allowed = { origin: [/\.example\.com$/, 'http://friend.test'], credentials: true, maxAge: 60 };
  const app = express();
  app.get('/open', cors(), (_req, res) => res.json({ open: true }));
  app.options('/preflight', cors({ preflightContinue: true }), (_req, res) => res.send('continued'));
  app.use(
    '/dynamic',
    cors((req, done) =>
      done(null, { origin: req.get('X-Allow') === 'yes', exposedHeaders: ['ETag', 'X-More'] }),
    ),
    (_req, res) => res.send('dynamic'),
  );
  app.use(applicationBehind(express, cors(allowed)));
  return app;
}

const FRIEND = { origin: 'http://friend.test' };

export const cases = {
  async 'allows all origins by default'(client) {
    const { headers } = await client.get('/open', FRIEND);
    assert.equal(headers['access-control-allow-origin'], '*');
  },

  async 'responds to a preflight request'(client) {
    const { status, headers } = await client.send('OPTIONS', '/text', {
      ...FRIEND,
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'X-Token',
    });
    assert.equal(status, 204);
    assert.equal(headers['access-control-allow-origin'], 'http://friend.test');
    assert.equal(headers['access-control-allow-headers'], 'X-Token');
    assert.equal(headers['access-control-max-age'], '60');
  },

  async 'passes a preflight request on with preflightContinue'(client) {
    assert.equal((await client.send('OPTIONS', '/preflight', FRIEND)).text, 'continued');
  },

  async 'distinguishes origins'(client) {
    const { headers } = await client.get('/text', { origin: 'http://a.example.com' });
    assert.equal(headers['access-control-allow-origin'], 'http://a.example.com');
    const other = await client.get('/text', { origin: 'http://stranger.test' });
    assert.equal(other.headers['access-control-allow-origin'], undefined);
    assert.equal(other.headers.vary, 'Origin');
  },

  async 'uses options that depend on the request'(client) {
    const { headers } = await client.get('/dynamic', { ...FRIEND, 'x-allow': 'yes' });
    assert.equal(headers['access-control-expose-headers'], 'ETag,X-More');
    const refused = await client.get('/dynamic', FRIEND);
    assert.equal(refused.headers['access-control-allow-origin'], undefined);
  },

  'adds its headers to any kind of response': (client) => requestAll(client, FRIEND),
};
