import assert from 'node:assert/strict';
import { applicationBehind, requestAll } from '../harness/responses.js';

export const volatile = [/(?<=^X-Response-Time: )[\d.]+/gm, /(?<=^X-Took: )[\d.]+/gm];

export function program({ require }) {
  const express = require('express');
  const responseTime = require('response-time');
  const own = responseTime((req, res, time) => {
    if (req.url.startsWith('/own')) res.setHeader('X-Took', time);
  });
  const app = applicationBehind(express, responseTime({ digits: 1 }), own);
  app.get('/own', (_req, res) => res.send('own'));
  return app;
}

export const cases = {
  async 'reports the time of a response'(client) {
    assert.match((await client.get('/text')).headers['x-response-time'], /^\d+\.\dms$/);
  },

  async 'calls a custom function'(client) {
    assert.match((await client.get('/own')).headers['x-took'], /^[\d.]+$/);
  },

  'does so for any kind of response': (client) => requestAll(client),
};
