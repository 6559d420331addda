import assert from 'node:assert/strict';
import { gunzipSync } from 'node:zlib';
import { Log } from '../harness/log.js';
import { applicationBehind, requestAll } from '../harness/responses.js';

/** The packages have files of their own. */
export const packageName = null;
export const volatile = [/(?<=sid=)[^;]+/g, /(?<=^X-Response-Time: )[\d.]+/gm];

/** Most of them wrap methods of the response, one over the other. */
export function program({ require }) {
  const express = require('express');
  const log = new Log();
  const stream = { write: (line) => log.add(line.trimEnd()) };
  const count = (req, _res, next) => {
    req.session.count = (req.session.count ?? 0) + 1;
    next();
  };
  const app = applicationBehind(
    express,
    log.handler,
    require('morgan')(':method :url :status :res[content-encoding]', { stream }),
    require('response-time')(),
    require('helmet')(),
    require('cors')(),
    require('compression')({ threshold: 100 }),
    require('method-override')('X-Method'),
    require('cookie-parser')('secret'),
    require('express-session')({ secret: 'secret', name: 'sid', resave: false, saveUninitialized: false }),
    count,
    express.json(),
    express.urlencoded({ extended: true }),
  );
  app.put('/things/:id', (req, res) => {
    const { body, params, session } = req;
    res
      .cookie('signed', params.id, { signed: true })
      .json({ body, count: session.count, filler: 'x'.repeat(200) });
  });
  return app;
}

export const cases = {
  async 'work on one request'(client) {
    const { cookies } = await client.get('/text');
    const { status, headers, bytes } = await client.post('/things/7', new URLSearchParams('a[b]=c'), {
      cookie: cookies,
      'x-method': 'PUT',
      'accept-encoding': 'gzip',
    });
    assert.equal(status, 200);
    assert.match(headers['x-response-time'], /ms$/);
    assert.equal(headers['access-control-allow-origin'], '*');
    const { body, count } = JSON.parse(gunzipSync(bytes));
    assert.deepEqual([body, count], [{ a: { b: 'c' } }, 2]);
    const lines = (await client.get('/log?lines=2')).json;
    assert.deepEqual(lines, ['GET /text 200 -', 'PUT /things/7 200 gzip']);
  },

  async 'work with any kind of response'(client) {
    const plain = await requestAll(client);
    const compressed = await requestAll(client, {
      'accept-encoding': 'gzip',
      'content-type': 'application/json',
    });
    await client.get(`/log?lines=${plain + compressed}`);
  },
};
