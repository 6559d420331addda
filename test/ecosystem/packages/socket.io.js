import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import { io } from 'socket.io-client';

export const volatile = [/(?<="sid":")[^"]+/g];

export function program({ require }) {
  const express = require('express');
  const { Server } = require('socket.io');
  const app = express();
  const server = http.createServer(app);
  const sockets = new Server(server, { cors: { origin: 'http://friend.example' } });

  const recognise = (req, _res, next) => {
    req.user = req.get?.('x-user') ?? req.headers['x-user'];
    next();
  };
  app.use(recognise, express.json());
  sockets.engine.use(recognise);
  app.get('/', (req, res) => res.send(`Welcome, ${req.user}`));
  app.post('/news', (req, res) => {
    sockets.emit('news', req.body);
    res.status(202).json({ by: req.user });
  });

  sockets.on('connection', (socket) => {
    socket.on('say', (text, reply) => reply(`${socket.request.user} says ${text}`));
    socket.on('bytes', (bytes, reply) => reply(bytes.length, bytes.at(-1)));
  });
  sockets.of('/staff').use((_socket, next) => next(new Error('staff only')));
  return server;
}

const connect = (client, namespace, options) =>
  io(client.url + namespace, { forceNew: true, extraHeaders: { 'x-user': 'ann' }, ...options });

/** Exchanges messages while the other routes respond as usual. */
async function talk(client, transports) {
  const socket = connect(client, '/', { transports });
  try {
    await once(socket, 'connect');
    const { engine } = socket.io;
    if (engine.transport.name !== transports.at(-1)) await once(engine, 'upgrade');
    assert.equal(engine.transport.name, transports.at(-1));
    assert.equal(await socket.emitWithAck('say', 'hello'), 'ann says hello');
    const large = new Uint8Array(200_000).fill(7);
    const size = await new Promise((resolve) => socket.emit('bytes', large, (...reply) => resolve(reply)));
    assert.deepEqual(size, [large.length, 7]);
    const news = once(socket, 'news');
    assert.equal((await client.post('/news', { fresh: true })).status, 202);
    assert.deepEqual(await news, [{ fresh: true }]);
    assert.equal((await client.get('/', { 'x-user': 'bob' })).text, 'Welcome, bob');
    assert.equal((await client.get('/socket')).status, 404);
  } finally {
    socket.close();
  }
}

export const cases = {
  'communicates over a web socket': (client) => talk(client, ['websocket']),
  'communicates by polling': (client) => talk(client, ['polling']),
  'starts with polling and upgrades to a web socket': (client) => talk(client, ['polling', 'websocket']),

  async 'rejects unauthorized clients of a namespace'(client) {
    const socket = connect(client, '/staff');
    const [error] = await once(socket, 'connect_error').finally(() => socket.close());
    assert.equal(error.message, 'staff only');
  },

  async 'handles its own paths before the application'(client) {
    const script = await client.get('/socket.io/socket.io.js');
    assert.equal(script.status, 200);
    assert.equal(script.headers['x-powered-by'], undefined);
    const handshake = await client.get('/socket.io/?EIO=4&transport=polling');
    assert.equal(handshake.headers['access-control-allow-origin'], 'http://friend.example');
    assert.equal((await client.get('/socket.io/?EIO=4&transport=smoke')).status, 400);
    await client.send('OPTIONS', '/socket.io/', { origin: 'http://friend.example' });
  },
};
