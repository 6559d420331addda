import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { site } from '../harness/folders.js';

export async function program({ require, load }) {
  const express = require('express');
  const { createServer } = await load('vite');
  const app = express();
  const server = http.createServer(app);
  const cacheDir = mkdtempSync(join(tmpdir(), 'maglev-vite-'));
  process.on('exit', () => rmSync(cacheDir, { recursive: true, force: true }));
  const vite = await createServer({
    root: site,
    configFile: false,
    cacheDir,
    logLevel: 'silent',
    appType: 'custom',
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, hmr: { server }, watch: null },
  });
  app.get('/api/time', (_req, res) => res.json({ time: '09:15' }));
  app.use(vite.middlewares);
  app.use('/app', vite.middlewares);
  app.get('/page/:time', async (req, res, next) => {
    try {
      const template = await readFile(join(site, 'index.html'), 'utf8');
      const html = await vite.transformIndexHtml(req.originalUrl, template);
      const { render } = await vite.ssrLoadModule('/render.js');
      res.type('html').send(html.replace('<!--outlet-->', render(req.params.time)));
    } catch (error) {
      vite.ssrFixStacktrace(error);
      next(error);
    }
  });
  return server;
}

export const cases = {
  async 'serves transformed modules'(client) {
    const main = await client.get('/main.js');
    assert.match(main.text, /import \{ departure \} from "\/departure\.js"/);
    assert.equal(main.headers['content-type'], 'text/javascript');
    const again = await client.get('/main.js', { 'if-none-match': main.headers.etag });
    assert.equal(again.status, 304);
    const style = await client.get('/style.css', { 'sec-fetch-dest': 'script', accept: '*/*' });
    assert.match(style.text, /updateStyle/);
    assert.match((await client.get('/style.css', { accept: 'text/css' })).text, /^body \{/);
  },

  async 'renders pages on the server'(client) {
    const { text } = await client.get('/page/09:15');
    assert.match(text, /<p>Departs at 09:15<\/p>/);
    assert.match(text, /src="\/@vite\/client"/);
  },

  async 'passes other paths to the application'(client) {
    assert.deepEqual((await client.get('/api/time')).json, { time: '09:15' });
    assert.equal((await client.get('/nowhere')).status, 404);
    assert.equal((await client.get('/nowhere.js')).status, 404);
    await client.get('/app/main.js');
    await client.get('/../../package.json');
    await client.get('/@fs/etc/passwd');
    await client.get('/%zz');
    await client.send('HEAD', '/main.js');
    await client.send('OPTIONS', '/main.js', {
      origin: 'http://localhost:1',
      'access-control-request-method': 'GET',
    });
  },

  async 'reloads pages through the server of the application'(client) {
    // Not compared: it contains a token that is generated for this process.
    const script = await (await fetch(`${client.url}/@vite/client`)).text();
    const [, token] = /wsToken = "([^"]+)"/.exec(script);
    const socket = new WebSocket(`ws://127.0.0.1:${client.port}/?token=${token}`, 'vite-hmr');
    const [message] = await once(socket, 'message').finally(() => socket.terminate());
    assert.deepEqual(JSON.parse(message), { type: 'connected' });
  },
};
