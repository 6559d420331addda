import assert from 'node:assert/strict';
import { applicationBehind, requestAll } from '../harness/responses.js';

export function program({ require }) {
  const express = require('express');
  const session = require('cookie-session')({ name: 'session', keys: ['new', 'old'], httpOnly: true });
  const count = (req, _res, next) => {
    if (req.url === '/leave') req.session = null;
    else req.session.count = (req.session.count ?? 0) + 1;
    next();
  };
  const app = applicationBehind(express, session, count);
  app.get('/count', (req, res) => res.json({ count: req.session.count, isNew: req.session.isNew }));
  app.get('/leave', (_req, res) => res.send('left'));
  return app;
}

export const cases = {
  async 'keeps a session in its cookie'(client) {
    const first = await client.get('/count');
    assert.deepEqual(first.json, { count: 1, isNew: true });
    const second = await client.get('/count', { cookie: first.cookies });
    assert.deepEqual(second.json, { count: 2, isNew: false });
  },

  async 'rejects a modified cookie'(client) {
    const { cookies } = await client.get('/count');
    const { json } = await client.get('/count', { cookie: cookies.replace('session=', 'session=x') });
    assert.equal(json.isNew, true);
  },

  async 'clears the cookie of a removed session'(client) {
    const { headers } = await client.get('/leave');
    assert.match(headers['set-cookie'][0], /^session=; .*expires=Thu, 01 Jan 1970/i);
  },

  async 'sets its cookie with any kind of response'(client) {
    assert.match((await client.get('/text')).cookies, /^session=/);
    await requestAll(client);
  },
};
