import assert from 'node:assert/strict';
import { Log } from '../harness/log.js';
import { applicationBehind, requestAll } from '../harness/responses.js';

const FORMAT =
  ':method :url :status :res[content-length] :res[content-type] :remote-user HTTP/:http-version :who';

export function program({ require }) {
  const express = require('express');
  const morgan = require('morgan');
  const log = new Log();
  morgan.token('who', (req) => req.who ?? 'nobody');
  const logger = morgan(FORMAT, { stream: { write: (line) => log.add(line.trimEnd()) } });
  const early = morgan('early :method :url :status', {
    immediate: true,
    skip: (req) => req.query.early === undefined,
    stream: { write: (line) => log.add(line.trimEnd()) },
  });
  const who = (req, _res, next) => {
    req.who = req.get('X-Who');
    next();
  };
  return applicationBehind(express, log.handler, early, logger, who);
}

const logged = async (client, lines) => (await client.get(`/log?lines=${lines}`)).json;

export const cases = {
  async 'logs a response with its status, length and tokens'(client) {
    await client.get('/json', { 'X-Who': 'me', authorization: `Basic ${btoa('ann:secret')}` });
    const [line] = await logged(client, 1);
    assert.match(line, /^GET \/json 200 20 application\/json; charset=utf-8 ann HTTP\/1\.1 me$/);
  },

  async 'logs before the response with immediate'(client) {
    await client.get('/text?early');
    const [early, late] = await logged(client, 2);
    assert.equal(early, 'early GET /text?early -');
    assert.match(late, /^GET \/text\?early 200 4 /);
  },

  async 'logs every kind of response'(client) {
    const count = await requestAll(client);
    const lines = await logged(client, count);
    assert.equal(lines.filter((line) => / 304 /.test(line)).length, 2);
    assert.equal(lines.filter((line) => / 418 /.test(line)).length, 1);
  },
};
