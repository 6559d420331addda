import assert from 'node:assert/strict';
import { applicationBehind, requestAll } from '../harness/responses.js';

export const packageName = '@sinonjs/fake-timers';
/** The clock stands still from before the framework is loaded. */
export const isolated = true;

export function program({ require }) {
  const clock = require('@sinonjs/fake-timers').install({
    now: Date.UTC(2020, 1, 2),
    toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'hrtime', 'performance'],
  });
  const express = require('express');
  const app = applicationBehind(express);
  app.get('/cookie', (_req, res) => res.cookie('a', 'b', { maxAge: 60_000 }).send('set'));
  app.get('/clock', (_req, res) => {
    setTimeout(() => res.json(Date.now()), 1000);
    clock.tick(2000);
  });
  return app;
}

export const cases = {
  'sends every kind of response while the clock stands still': (client) => requestAll(client),

  async 'sends the date of Node, not of the clock that stands still'(client) {
    const { headers } = await client.get('/text');
    assert.notEqual(new Date(headers.date).getUTCFullYear(), 2020);
  },

  async 'uses the clock for cookies and timers'(client) {
    const { headers } = await client.get('/cookie');
    assert.match(headers['set-cookie'][0], /Expires=Sun, 02 Feb 2020/);
    assert.equal((await client.get('/clock')).text, String(Date.UTC(2020, 1, 2) + 1000));
  },
};
