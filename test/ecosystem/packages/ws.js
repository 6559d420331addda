import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import { buffer } from 'node:stream/consumers';
import { WebSocket } from 'ws';

export const volatile = [/(?<=Sec-WebSocket-Accept: ).*/gi];

export function program({ require }) {
  const express = require('express');
  const { WebSocketServer } = require('ws');
  const app = express();
  app.use((req, res, next) => {
    if (req.get('authorization') === 'Bearer ok') next();
    else res.status(401).type('text').send('Who are you?');
  });
  const open = new Map();
  app.get('/rooms/:room', (req, res) => {
    if (res.upgrade) res.upgrade((socket) => open.set(socket, req.params.room));
    else res.json({ room: req.params.room, sockets: open.size });
  });

  const sockets = new WebSocketServer({ noServer: true });
  sockets.on('connection', (socket) => {
    socket.on('message', (data, isBinary) => socket.send(isBinary ? data : `${open.get(socket)}: ${data}`));
    socket.on('close', () => open.delete(socket));
  });
  const server = http.createServer(app);
  // Upgrades go through the application in the same way as requests.
  server.on('upgrade', (req, connection, head) => {
    const res = new http.ServerResponse(req);
    res.assignSocket(connection);
    res.on('finish', () => connection.end());
    res.upgrade = (accept) => {
      res.detachSocket(connection);
      sockets.handleUpgrade(req, connection, head, (socket) => {
        accept(socket);
        sockets.emit('connection', socket, req);
      });
    };
    app(req, res);
  });
  return server;
}

const allowed = { authorization: 'Bearer ok' };
const connect = (client, path, headers) => new WebSocket(`ws://127.0.0.1:${client.port}${path}`, { headers });

export const cases = {
  async 'opens sockets after middleware and routes, next to requests'(client) {
    const socket = connect(client, '/rooms/7', allowed);
    await once(socket, 'open');
    socket.send('hi');
    assert.equal(String((await once(socket, 'message'))[0]), '7: hi');
    const bytes = Buffer.alloc(100_000, 1);
    socket.send(bytes);
    assert.deepEqual((await once(socket, 'message'))[0], bytes);
    assert.deepEqual((await client.get('/rooms/8', allowed)).json, { room: '8', sockets: 1 });
    socket.close(1000, 'bye');
    assert.equal((await once(socket, 'close'))[0], 1000);
  },

  async 'rejects sockets as the application rejects requests'(client) {
    for (const [path, headers, status] of [
      ['/rooms/7', {}, 401],
      ['/nowhere', allowed, 404],
      ['/rooms/%zz', allowed, 400],
    ]) {
      const socket = connect(client, path, headers);
      socket.on('error', () => {});
      const [, response] = await once(socket, 'unexpected-response');
      assert.equal(response.statusCode, status);
      client.record(
        response.rawHeaders.filter((_, i, all) => !/^(Date|X-Powered-By)$/.test(all[i - (i % 2)])),
      );
      client.record(String(await buffer(response)));
      assert.equal((await client.get(path, headers)).status, status);
    }
  },
};
