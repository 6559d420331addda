import assert from 'node:assert/strict';
import { applicationBehind, requestAll } from '../harness/responses.js';

export const volatile = [/(?<=sid=)s%3A[^;]+/g, /(?<=Expires=)[^;]+/g];

export function program({ require }) {
  const express = require('express');
  const session = require('express-session');
  const settings = { secret: 'secret', name: 'sid', resave: false };
  const app = express();
  app.use(
    '/responses',
    applicationBehind(express, session({ ...settings, saveUninitialized: true }), (req, _res, next) => {
      req.session.seen = req.url;
      next();
    }),
  );
  app.use(session({ ...settings, saveUninitialized: false, cookie: { maxAge: 60_000 }, rolling: true }));
  app.get('/count', (req, res) => {
    req.session.count = (req.session.count ?? 0) + 1;
    res.json({ count: req.session.count });
  });
  app.get('/untouched', (req, res) => res.json(Object.keys(req.session)));
  app.get('/renew', (req, res, next) => {
    const old = req.sessionID;
    req.session.regenerate((error) => (error ? next(error) : res.json({ renewed: old !== req.sessionID })));
  });
  app.get('/leave', (req, res, next) => {
    req.session.destroy((error) => (error ? next(error) : res.redirect('/count')));
  });
  return app;
}

export const cases = {
  async 'keeps a session by its cookie'(client) {
    const first = await client.get('/count');
    assert.deepEqual(first.json, { count: 1 });
    const second = await client.get('/count', { cookie: first.cookies });
    assert.equal(second.json.count, 2);
    assert.equal((await client.get('/count')).json.count, 1);
  },

  async 'sets no cookie for a session that is not modified'(client) {
    const { headers, json } = await client.get('/untouched');
    assert.equal(headers['set-cookie'], undefined);
    assert.deepEqual(json, ['cookie']);
  },

  async 'regenerates a session'(client) {
    const { cookies } = await client.get('/count');
    const renewed = await client.get('/renew', { cookie: cookies });
    assert.deepEqual(renewed.json, { renewed: true });
    assert.equal((await client.get('/count', { cookie: cookies })).json.count, 1);
  },

  async 'destroys a session'(client) {
    const { cookies } = await client.get('/count');
    const left = await client.get('/leave', { cookie: cookies });
    assert.equal(left.status, 302);
    assert.equal((await client.get('/count', { cookie: cookies })).json.count, 1);
  },

  async 'ignores a cookie with an invalid signature'(client) {
    assert.equal((await client.get('/count', { cookie: 'sid=s%3Aguess.work' })).json.count, 1);
  },

  async 'saves before any kind of response ends'(client) {
    const { cookies } = await client.get('/responses/text');
    assert.match(cookies, /^sid=/);
    await requestAll(client, { cookie: cookies }, '/responses');
  },
};
