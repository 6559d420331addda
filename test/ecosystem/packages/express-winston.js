import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { Log } from '../harness/log.js';
import { applicationBehind, requestAll } from '../harness/responses.js';

export function program({ require }) {
  const express = require('express');
  const winston = require('winston');
  const expressWinston = require('express-winston');
  const log = new Log();
  const write = (line, _encoding, done) => {
    const { responseTime, date, process, os, trace, stack, error, ...rest } = JSON.parse(line).meta;
    log.add({ ...rest, message: JSON.parse(line).message.replace(/\d+ms/, '?ms') });
    done();
  };
  const settings = {
    transports: [new winston.transports.Stream({ stream: new Writable({ write }) })],
    format: winston.format.json(),
  };
  const logger = expressWinston.logger({
    ...settings,
    expressFormat: false,
    requestWhitelist: ['method', 'url', 'query', 'body'],
    responseWhitelist: ['statusCode', 'body'],
    dynamicMeta: (req) => ({ route: req.route?.path }),
  });
  const app = applicationBehind(express, log.handler, express.json(), logger);
  app.post('/users/:id', (req, res) => res.json({ id: req.params.id }));
  app.get('/broken', () => {
    throw new Error('broken');
  });
  app.use(expressWinston.errorLogger(settings));
  return app;
}

const logged = async (client, lines) => (await client.get(`/log?lines=${lines}`)).json;

export const cases = {
  async 'logs requests and responses with their bodies'(client) {
    await client.post('/users/7?a=1', { name: 'ann' });
    const [{ req, res, route }] = await logged(client, 1);
    assert.deepEqual(req, { method: 'POST', url: '/users/7?a=1', query: { a: '1' }, body: { name: 'ann' } });
    assert.deepEqual(res, { statusCode: 200, body: { id: '7' } });
    assert.equal(route, '/users/:id');
  },

  async 'logs errors'(client) {
    assert.equal((await client.get('/broken')).status, 500);
    const lines = await logged(client, 2);
    assert.equal(
      lines.some(({ message }) => message.includes('middlewareError')),
      true,
    );
  },

  async 'logs every kind of response'(client) {
    const count = await requestAll(client);
    await logged(client, count);
  },
};
