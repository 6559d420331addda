import assert from 'node:assert/strict';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { applicationBehind, requestAll } from '../harness/responses.js';

export function program({ require }) {
  const express = require('express');
  const compression = require('compression');
  const filter = (req, res) => req.get('X-No-Compression') === undefined && compression.filter(req, res);
  const app = applicationBehind(express, compression({ filter, threshold: 100 }));
  app.get('/events', (_req, res) => {
    res.type('text/event-stream').write('data: one\n\n');
    res.flush();
    res.end('data: two\n\n');
  });
  app.get('/untouched', (_req, res) => res.set('Cache-Control', 'no-transform').send('x'.repeat(1000)));
  return app;
}

const DECODERS = { gzip: gunzipSync, deflate: inflateSync, br: brotliDecompressSync };

export const cases = {
  async 'compresses with an accepted encoding'(client) {
    const plain = await client.get('/long');
    assert.equal(plain.headers['content-encoding'], undefined);
    for (const [encoding, decode] of Object.entries(DECODERS)) {
      const response = await client.get('/long', { 'accept-encoding': encoding });
      assert.equal(response.headers['content-encoding'], encoding);
      assert.equal(response.headers.vary, 'Accept-Encoding');
      assert.equal(response.headers['content-length'], undefined);
      assert.equal(decode(response.bytes).toString(), plain.text);
    }
  },

  async 'does not compress responses that are short, filtered or marked no-transform'(client) {
    const gzip = { 'accept-encoding': 'gzip' };
    for (const [path, headers] of [['/text'], ['/long', { 'x-no-compression': '1' }], ['/untouched']]) {
      const response = await client.get(path, { ...gzip, ...headers });
      assert.equal(response.headers['content-encoding'], undefined, path);
    }
  },

  async flushes(client) {
    const { bytes } = await client.get('/events', { 'accept-encoding': 'gzip' });
    assert.equal(gunzipSync(bytes).toString(), 'data: one\n\ndata: two\n\n');
  },

  async 'compresses any kind of response'(client) {
    const weak = await client.get('/long.json', { 'accept-encoding': 'gzip' });
    assert.match(weak.headers.etag, /^W\//);
    await requestAll(client, { 'accept-encoding': 'gzip' });
    await requestAll(client, { 'accept-encoding': 'br' });
  },
};
