import assert from 'node:assert/strict';
import { applicationBehind, requestAll } from '../harness/responses.js';

export function program({ require }) {
  const express = require('express');
  const onHeaders = require('on-headers');
  const app = express();
  app.get('/many', (_req, res) => {
    onHeaders(res, () => res.append('X-Order', 'added first, runs last'));
    onHeaders(res, function () {
      this.statusCode = 203;
      this.append('X-Order', 'added last, runs first');
    });
    res.json({ many: true });
  });
  const mark = (req, res, next) => {
    onHeaders(res, () => {
      res.setHeader('X-Seen', `${req.method} ${res.statusCode} ${res.getHeader('content-type')}`);
      res.removeHeader('ETag');
      if (req.query.late === 'status') res.statusCode = 299;
    });
    next();
  };
  app.use(applicationBehind(express, mark));
  return app;
}

export const cases = {
  async 'runs listeners in reverse, and sends what they change'(client) {
    const { status, headers } = await client.get('/many');
    assert.equal(status, 203);
    assert.equal(headers['x-order'], 'added last, runs first, added first, runs last');
  },

  async 'can change the status just before the headers are sent'(client) {
    assert.equal((await client.get('/text?late=status')).status, 299);
  },

  async 'runs for any kind of response'(client) {
    const { headers } = await client.get('/json');
    assert.equal(headers['x-seen'], 'GET 200 application/json; charset=utf-8');
    assert.equal(headers.etag, undefined);
    await requestAll(client);
  },
};
