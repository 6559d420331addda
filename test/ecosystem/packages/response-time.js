import assert from 'node:assert/strict';
import { answersBehind, askForAnswers } from '../harness/answers.js';

export const volatile = [/(?<=^X-Response-Time: )[\d.]+/gm, /(?<=^X-Took: )[\d.]+/gm];

export function program({ require }) {
  const express = require('express');
  const responseTime = require('response-time');
  const own = responseTime((req, res, time) => {
    if (req.url.startsWith('/own')) res.setHeader('X-Took', time);
  });
  const app = answersBehind(express, responseTime({ digits: 1 }), own);
  app.get('/own', (_req, res) => res.send('own'));
  return app;
}

export const cases = {
  async 'tells how long an answer took'(client) {
    assert.match((await client.get('/text')).headers['x-response-time'], /^\d+\.\dms$/);
  },

  async 'tells a function of your own'(client) {
    assert.match((await client.get('/own')).headers['x-took'], /^[\d.]+$/);
  },

  'does so with any kind of answer': (client) => askForAnswers(client),
};
