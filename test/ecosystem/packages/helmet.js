import assert from 'node:assert/strict';
import { applicationBehind, requestAll } from '../harness/responses.js';

export function program({ require }) {
  const express = require('express');
  const helmet = require('helmet');
  const app = applicationBehind(express, helmet());
  app.get(
    '/own',
    helmet({
      contentSecurityPolicy: {
        directives: { scriptSrc: ["'self'", (_req, res) => res.locals.nonce ?? "'none'"] },
      },
    }),
    (_req, res) => res.send('own'),
  );
  return app;
}

export const cases = {
  async 'adds its headers and removes X-Powered-By'(client) {
    const { headers } = await client.get('/text');
    assert.equal(headers['x-powered-by'], undefined);
    assert.equal(headers['x-content-type-options'], 'nosniff');
    assert.match(headers['content-security-policy'], /default-src 'self'/);
  },

  async 'supports functions as directives'(client) {
    assert.match((await client.get('/own')).headers['content-security-policy'], /script-src 'self' 'none'/);
  },

  'does so for any kind of response': (client) => requestAll(client),
};
