import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import WebSocket, { WebSocketServer } from 'ws';
import { applicationBehind, requestAll } from '../harness/responses.js';

// The proxy adds the port of the client, and its target has a separate port.
export const volatile = [/127\.0\.0\.1:\d+/g];

/** A server that responds with the request that it received. */
async function echo() {
  const server = http.createServer(async (req, res) => {
    const chunks = await req.toArray();
    res.writeHead(req.url.includes('teapot') ? 418 : 200, {
      'Content-Type': 'application/json',
      'X-Echo': 'yes',
    });
    const { 'x-forwarded-host': forwarded, 'x-added': added, 'content-type': type } = req.headers;
    res.end(
      JSON.stringify({ method: req.method, url: req.url, forwarded, added, type, body: chunks.join('') }),
    );
  });
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (socket, req) => {
    socket.on('message', (text) => socket.send(`${req.url}: ${text}`));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${server.address().port}`;
}

export async function program({ require }) {
  const express = require('express');
  const { createProxyMiddleware, fixRequestBody, responseInterceptor } = require('http-proxy-middleware');
  const target = await echo();
  const responding = applicationBehind(express).listen(0, '127.0.0.1');
  await once(responding, 'listening');
  const app = express();
  app.use('/api', createProxyMiddleware({ target, pathRewrite: { '^/old': '/new' }, xfwd: true }));
  app.use(
    createProxyMiddleware({ target, pathFilter: ['/filtered/**', '!/filtered/not'], changeOrigin: true }),
  );
  app.use(
    '/changed',
    createProxyMiddleware({
      target,
      selfHandleResponse: true,
      on: {
        proxyReq: (proxied) => proxied.setHeader('X-Added', 'here'),
        proxyRes: responseInterceptor(async (bytes, _proxied, _req, res) => {
          res.status(202).set('X-Changed', 'yes');
          return bytes.toString().replace('"here"', '"there"');
        }),
      },
    }),
  );
  app.use('/parsed', express.json(), createProxyMiddleware({ target, on: { proxyReq: fixRequestBody } }));
  app.use('/responses', createProxyMiddleware({ target: `http://127.0.0.1:${responding.address().port}` }));
  app.use('/closed', createProxyMiddleware({ target: 'http://127.0.0.1:1' }));
  const sockets = createProxyMiddleware({ target, ws: true, pathFilter: '/sockets' });
  app.use(sockets);
  const server = http.createServer(app);
  server.on('upgrade', sockets.upgrade);
  return server;
}

export const cases = {
  async 'forwards requests'(client) {
    const { json, headers } = await client.get('/api/old/thing?a=1');
    assert.equal(json.url, '/new/thing?a=1');
    assert.equal(headers['x-echo'], 'yes');
    assert.equal((await client.get('/api/teapot')).status, 418);
    assert.equal((await client.post('/api/', 'text', { 'content-type': 'text/plain' })).json.body, 'text');
  },

  async 'forwards only requests that match its filter'(client) {
    assert.equal((await client.get('/filtered/a/b')).json.url, '/filtered/a/b');
    assert.equal((await client.get('/filtered/not')).status, 404);
  },

  async 'changes requests and responses'(client) {
    const { status, headers, json } = await client.get('/changed/');
    assert.equal(status, 202);
    assert.equal(headers['x-changed'], 'yes');
    assert.equal(json.added, 'there');
  },

  async 'forwards parsed bodies'(client) {
    assert.equal((await client.post('/parsed/', { a: [1] })).json.body, '{"a":[1]}');
  },

  async 'forwards any kind of response'(client) {
    assert.equal((await client.get('/responses/text')).text, 'text');
    await requestAll(client, {}, '/responses');
  },

  async 'responds if the target does not'(client) {
    assert.equal((await client.get('/closed')).status, 504);
  },

  async 'forwards sockets'(client) {
    const socket = new WebSocket(`ws://127.0.0.1:${client.port}/sockets`);
    await once(socket, 'open');
    socket.send('hello');
    const [message] = await once(socket, 'message');
    socket.terminate();
    assert.equal(message.toString(), '/sockets: hello');
  },
};
