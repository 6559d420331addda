import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import test from 'node:test';
import express4 from 'express4';
import express5 from 'express5';
import maglev5 from '../../src/index.js';
import maglev4 from '../../src/v4.js';
import { HANGS } from '../support/patience.js';

/** The fast path is taken after some responses. */
const ANSWERS = 12;

/** What clients get of a Buffer that calls itself something else. */
async function record(framework: any): Promise<unknown[]> {
  const app = framework();
  app.get('/:length', (req: any, res: any) => {
    const body = Buffer.from('\xe9'.repeat(Number(req.params.length)), 'latin1');
    res.send(Object.assign(body, { toString: () => 'other' }));
  });
  const server = app.listen(0);
  const seen: unknown[] = [];
  try {
    for (let i = 0; i < ANSWERS; i++) {
      const { port } = server.address() as AddressInfo;
      const answer = await fetch(`http://127.0.0.1:${port}/${20 + i * 30}`);
      const { headers } = answer;
      const body = Buffer.from(await answer.arrayBuffer()).toString('hex');
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
  test(`the bytes of a Buffer are sent, whatever its own methods say (${line})`, {
    timeout: HANGS,
  }, async () => {
    assert.deepEqual(await record(maglev), await record(express));
  });
}
