import assert from 'node:assert/strict';
import { Log } from '../harness/log.js';
import { applicationBehind, requestAll } from '../harness/responses.js';

// Values that differ between runs.
const VOLATILE = ['time', 'pid', 'hostname', 'responseTime', 'remotePort', 'stack'];

export function program({ require }) {
  const express = require('express');
  const log = new Log();
  const write = (line) => {
    log.add(JSON.parse(line, (key, value) => (VOLATILE.includes(key) ? undefined : value)));
  };
  let count = 0;
  const logger = require('pino-http')(
    {
      genReqId: () => ++count,
      customLogLevel: (_req, res, error) => (error || res.statusCode >= 500 ? 'error' : 'info'),
      customProps: (req) => ({ route: req.route?.path }),
    },
    { write },
  );
  const app = applicationBehind(express, log.handler, logger);
  // It would be logged.
  app.disable('x-powered-by');
  app.get('/users/:id', (req, res) => {
    req.log.info({ user: req.params.id }, 'requested');
    res.set('X-Id', req.id).json(req.params);
  });
  return app;
}

const logged = async (client, lines) => (await client.get(`/log?lines=${lines}`)).json;

export const cases = {
  async 'logs in handlers and after the response'(client) {
    const { headers } = await client.get('/users/7?a=1');
    assert.equal(headers['x-id'], '1');
    const [during, after] = await logged(client, 2);
    assert.deepEqual([during.msg, during.user, during.req.id], ['requested', '7', 1]);
    assert.deepEqual(
      [after.msg, after.res.statusCode, after.route],
      ['request completed', 200, '/users/:id'],
    );
    assert.deepEqual(after.req.query, { a: '1' });
    assert.equal(after.res.headers['content-type'], 'application/json; charset=utf-8');
  },

  async 'logs errors'(client) {
    await client.get('/passed');
    const [line] = await logged(client, 1);
    assert.equal(line.level, 50);
    assert.equal(line.err.message, 'failed with status code 500');
  },

  async 'logs every kind of response'(client) {
    const lines = await logged(client, await requestAll(client));
    assert.equal(lines.filter(({ res }) => res.statusCode === 304).length, 2);
  },
};
