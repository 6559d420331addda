/** Express 3 itself is loaded here. Its connect patches all responses of the process, including those of maglev. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import maglev3 from '../../src/v3.js';
import { Peer } from '../support/peer.js';
import { normalize } from '../support/wire.js';

const express3 = createRequire(import.meta.url)('express3');

async function responseOf(framework: any, handler: (req: any, res: any) => void): Promise<string> {
  const app = framework();
  app.use(handler);
  const server = http.createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const peer = await Peer.connect((server.address() as AddressInfo).port);
  const bytes = await peer.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n').closed();
  server.close();
  return normalize(bytes);
}

const handlers: Record<string, (req: any, res: any) => void> = {
  'res.cookie': (_req, res) => {
    res.cookie('a', '1').cookie('b', '2', { path: '/b' });
    res.end();
  },
  'res.clearCookie': (_req, res) => res.clearCookie('a').end(),
  'res.setHeader': (_req, res) => {
    res.setHeader('Set-Cookie', 'a=1');
    res.setHeader('set-cookie', ['a=1', 'b=2']);
    res.charset = 'utf-8';
    res.setHeader('Content-Type', 'text/plain');
    res.end();
  },
  'res.appendHeader': (_req, res) => {
    res.appendHeader('X-A', '1');
    res.appendHeader('X-A', ['2', '3']);
    res.end();
  },
  "the 'header' event": (_req, res) => {
    res.on('header', () => res.setHeader('X-Late', 'yes'));
    res.end();
  },
};

process.on('deprecation' as any, () => {});

for (const [member, handler] of Object.entries(handlers)) {
  test(`${member} behaves the same in a process that has loaded connect`, async () => {
    assert.equal('_hasConnectPatch' in http.ServerResponse.prototype, true);
    const expected = await responseOf(express3, handler);
    assert.match(expected, /^HTTP\/1\.1 200 /);
    assert.equal(await responseOf(maglev3, handler), expected);
  });
}
