import assert from 'node:assert/strict';
import { once } from 'node:events';
import WebSocket from 'ws';

/** It patches the routers of Express. */
export const isolated = true;

export function program({ require }) {
  const express = require('express');
  const app = express();
  const { applyTo } = require('express-ws')(app);
  app.use((req, _res, next) => {
    req.seen = req.originalUrl;
    next();
  });
  app.get('/', (_req, res) => res.send('page'));
  app.get('/routers', (_req, res) => res.json({ untouched: typeof express.Router().ws }));
  app.ws('/echo/:name', (ws, req) => {
    ws.on('message', (text) => ws.send(`${req.params.name} ${req.query.a}: ${text}`));
  });
  const router = express.Router();
  applyTo(router);
  router.ws('/', (ws, req) => ws.send(JSON.stringify([req.baseUrl, req.seen])));
  app.use('/router', router);
  app.ws(
    '/twice',
    (_ws, _req, next) => next(),
    (ws) => ws.send('second'),
  );
  return app;
}

/** The first message of the socket after this was sent, or its close code. */
async function converse(client, path, text) {
  const socket = new WebSocket(`ws://127.0.0.1:${client.port}${path}`);
  const first = Promise.race([
    once(socket, 'message').then(([message]) => message.toString()),
    once(socket, 'close').then(([code]) => `closed with ${code}`),
  ]);
  if (text) {
    await once(socket, 'open');
    socket.send(text);
  }
  const message = await first;
  client.record({ path, message });
  socket.terminate();
  return message;
}

export const cases = {
  async 'serves sockets by their path'(client) {
    assert.equal(await converse(client, '/echo/ann?a=1', 'hello'), 'ann 1: hello');
    assert.equal(await converse(client, '/twice'), 'second');
  },

  async 'serves sockets in routers'(client) {
    assert.deepEqual(JSON.parse(await converse(client, '/router')), ['/router', '/router/.websocket']);
  },

  async 'closes sockets without a handler'(client) {
    assert.equal(await converse(client, '/none'), 'closed with 1005');
  },

  async 'serves pages as well'(client) {
    assert.equal((await client.get('/')).text, 'page');
    assert.equal((await client.get('/echo/ann')).status, 404);
    await client.get('/routers');
  },
};
