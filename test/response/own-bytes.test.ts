import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import test from 'node:test';
import express4 from 'express4';
import express5 from 'express5';
import maglev5 from '../../src/index.js';
import maglev4 from '../../src/v4.js';
import { HANGS } from '../support/patience.js';

/** The fast path starts after some responses. */
const RESPONSES = 12;

/** What clients receive for a Buffer with its own toString. */
async function record(framework: any): Promise<unknown[]> {
  const app = framework();
  app.get('/:length', (req: any, res: any) => {
    const body = Buffer.from('\xe9'.repeat(Number(req.params.length)), 'latin1');
    res.send(Object.assign(body, { toString: () => 'other' }));
  });
  const server = app.listen(0);
  const seen: unknown[] = [];
  try {
    for (let i = 0; i < RESPONSES; i++) {
      const { port } = server.address() as AddressInfo;
      const response = await fetch(`http://127.0.0.1:${port}/${20 + i * 30}`);
      const { headers } = response;
      const body = Buffer.from(await response.arrayBuffer()).toString('hex');
      seen.push([headers.get('content-length'), headers.get('etag'), body]);
    }
  } finally {
    server.closeAllConnections();
    server.close();
  }
  return seen;
}

for (const [line, maglev, express] of [
  ['5.x', maglev5, express5],
  ['4.x', maglev4, express4],
] as const) {
  test(`the bytes of a Buffer are sent, whatever its own methods return (${line})`, {
    timeout: HANGS,
  }, async () => {
    assert.deepEqual(await record(maglev), await record(express));
  });
}
