import assert from 'node:assert/strict';

// Seconds until the window ends, and its end.
export const volatile = [/(?<=Reset: )\d+/g, /(?<=; ?t=)\d+/g, /(?<=^Retry-After: )\d+/gm];

export function program({ require }) {
  const express = require('express');
  const { rateLimit } = require('express-rate-limit');
  const limit = (settings) => rateLimit({ windowMs: 3_600_000, limit: 2, ...settings });
  const hello = (req, res) => res.json({ used: req.rateLimit?.used, left: req.rateLimit?.remaining });
  const app = express();
  app.set('trust proxy', 1);
  app.use('/legacy', limit({ legacyHeaders: true }), hello);
  app.use('/draft-6', limit({ legacyHeaders: false, standardHeaders: 'draft-6' }), hello);
  app.use('/draft-8', limit({ legacyHeaders: false, standardHeaders: 'draft-8' }), hello);
  app.get('/failures', limit({ skipSuccessfulRequests: true }), (req, res) => {
    res.status(req.query.fail ? 400 : 200).send('done');
  });
  const handler = (req, res, _next, { statusCode }) => res.status(statusCode).json({ path: req.originalUrl });
  app.use('/handled', limit({ limit: 0, handler }), hello);
  app.use('/keyed/:user', limit({ keyGenerator: (req) => req.params.user }), hello);
  app.use('/skipped', limit({ limit: 0, skip: async (req) => req.get('X-Friend') === 'yes' }), hello);
  app.get('/made', (_req, res) => res.json(warningsOf(() => rateLimit({}))));
  return app;
}

/** It detects by the stack that a limiter is created for each request. */
function warningsOf(make) {
  const warnings = [];
  const { error } = console;
  console.error = ({ code }) => warnings.push(code);
  try {
    make();
  } finally {
    console.error = error;
  }
  return warnings;
}

const statuses = async (client, path, times, headers) => {
  const seen = [];
  for (let i = 0; i < times; i += 1) seen.push((await client.get(path, headers)).status);
  return seen;
};

export const cases = {
  async 'rejects requests over the limit'(client) {
    for (const path of ['/legacy', '/draft-6', '/draft-8']) {
      assert.deepEqual(await statuses(client, path, 3), [200, 200, 429], path);
    }
  },

  async 'distinguishes addresses behind a trusted proxy'(client) {
    const from = (address) => statuses(client, '/legacy', 1, { 'x-forwarded-for': address });
    const seen = [];
    for (const address of ['10.0.0.1', '10.0.0.1', '10.0.0.1', '10.0.0.2'])
      seen.push(...(await from(address)));
    assert.deepEqual(seen, [200, 200, 429, 200]);
  },

  async 'does not count successful responses'(client) {
    const { length } = (await statuses(client, '/failures', 4)).filter((status) => status === 200);
    assert.equal(length, 4);
    assert.deepEqual(await statuses(client, '/failures?fail=1', 3), [400, 400, 429]);
  },

  async 'supports custom keys, exceptions and handlers'(client) {
    assert.deepEqual(await statuses(client, '/keyed/ann', 3), [200, 200, 429]);
    assert.deepEqual(await statuses(client, '/keyed/bob', 1), [200]);
    assert.deepEqual(await statuses(client, '/skipped', 1, { 'x-friend': 'yes' }), [200]);
    assert.deepEqual(await statuses(client, '/skipped', 1), [429]);
    assert.deepEqual((await client.get('/handled/here?a=1')).json, { path: '/handled/here?a=1' });
  },

  async 'detects that it is created in a handler'(client) {
    assert.deepEqual((await client.get('/made')).json, ['ERR_ERL_CREATED_IN_REQUEST_HANDLER']);
  },
};
