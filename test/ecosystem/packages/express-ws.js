import assert from 'node:assert/strict';
import { once } from 'node:events';
import WebSocket from 'ws';

/** It adds to the routers of Express. */
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

/** What the socket says first after this was sent, or that it was closed. */
async function converse(client, path, text) {
  const socket = new WebSocket(`ws://127.0.0.1:${client.port}${path}`);
  const said = Promise.race([
    once(socket, 'message').then(([message]) => message.toString()),
    once(socket, 'close').then(([code]) => `closed with ${code}`),
  ]);
  if (text) {
    await once(socket, 'open');
    socket.send(text);
  }
  const heard = await said;
  client.record({ path, heard });
  socket.terminate();
  return heard;
}

export const cases = {
  async 'answers sockets by their path'(client) {
    assert.equal(await converse(client, '/echo/ann?a=1', 'hello'), 'ann 1: hello');
    assert.equal(await converse(client, '/twice'), 'second');
  },

  async 'answers them in routers'(client) {
    assert.deepEqual(JSON.parse(await converse(client, '/router')), ['/router', '/router/.websocket']);
  },

  async 'closes sockets nobody answers'(client) {
    assert.equal(await converse(client, '/none'), 'closed with 1005');
  },

  async 'serves pages beside them'(client) {
    assert.equal((await client.get('/')).text, 'page');
    assert.equal((await client.get('/echo/ann')).status, 404);
    await client.get('/routers');
  },
};
