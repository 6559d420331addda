import assert from 'node:assert/strict';

export function program({ require }) {
  const express = require('express');
  const timeout = require('connect-timeout');
  const app = express();
  app.get('/quick', timeout('1h'), (req, res) => res.json({ timedout: req.timedout }));
  app.get('/never', timeout('20ms'), () => {});
  app.get('/silent', timeout(20, { respond: false }), (req, res) => {
    req.once('timeout', (time) => res.json({ time, timedout: req.timedout }));
  });
  app.get('/cleared', timeout(20), (req, res) => {
    req.clearTimeout();
    setTimeout(() => res.json({ timedout: req.timedout }), 40);
  });
  app.get(
    '/halted',
    timeout(20),
    (req, _res, next) => req.once('timeout', () => setImmediate(next)),
    (req, res) => {
      if (!req.timedout) res.send('late');
    },
  );
  app.use('/handled', timeout(20), () => {});
  app.use('/handled', (error, req, res, _next) => {
    res.status(error.status).json({ code: error.code, timeout: error.timeout, timedout: req.timedout });
  });
  return app;
}

export const cases = {
  async 'does not change a quick response'(client) {
    assert.deepEqual((await client.get('/quick')).json, { timedout: false });
  },

  async 'responds if a handler does not'(client) {
    assert.equal((await client.get('/never')).status, 503);
    assert.equal((await client.get('/halted')).status, 503);
  },

  async 'passes the error to error handlers'(client) {
    const { status, json } = await client.get('/handled/here');
    assert.equal(status, 503);
    assert.deepEqual(json, { code: 'ETIMEDOUT', timeout: 20, timedout: true });
  },

  async 'does not respond with respond: false, and can be cleared'(client) {
    assert.deepEqual((await client.get('/silent')).json, { time: 20, timedout: true });
    assert.deepEqual((await client.get('/cleared')).json, { timedout: false });
  },
};
