import assert from 'node:assert/strict';
import http from 'node:http';
import test from 'node:test';
import { exchange, type Framework, lines, listening, normalize } from '../support/api.js';
import { CHANGES, type Change, RESPONSES, stateOf } from './heads.js';

/** Sent on a kept-alive connection, which a second request without changes closes. */
const REQUESTS = [
  'GET / HTTP/1.1',
  'HEAD / HTTP/1.1',
  'GET / HTTP/1.1\r\nIf-None-Match: *',
  'GET / HTTP/1.0\r\nConnection: keep-alive',
  'GET / HTTP/1.1\r\nExpect: 100-continue',
];

for (const line of [5, 4, 3] as const) {
  const { maglev, express } = lines[line];
  for (const [name, change] of Object.entries(CHANGES)) {
    test(`heads are the same as in Express ${line}.x with ${name}`, async () => {
      for (const [kind, respond] of Object.entries(RESPONSES)) {
        const ours = await headsOf(maglev, change, respond);
        assert.deepEqual(ours, await headsOf(express, change, respond), kind);
      }
    });
  }
}

/** The bytes that are sent, and the state of the responses when they are closed. */
async function headsOf(framework: Framework, change: Change, respond: (res: any) => void): Promise<unknown> {
  const states: unknown[] = [];
  const app = framework();
  app.set('env', 'test');
  app.use((req: any, res: any) => {
    res.on('close', () => states.push(stateOf(res)));
    if (req.url === '/') change(res, server);
    try {
      respond(res);
    } catch (error) {
      states.push((error as Error).message);
      res.destroy();
    }
  });
  const server = http.createServer(app).listen(0, '127.0.0.1');
  const port = await listening(server);
  const wire: string[] = [];
  for (const request of REQUESTS) {
    const last = 'GET /last HTTP/1.1\r\nHost: a\r\nConnection: close';
    const bytes = `${request}\r\nHost: a\r\n\r\n${last}\r\n\r\n`;
    const raw = (await exchange({ port, host: '127.0.0.1' }, bytes)).toString('latin1');
    wire.push(
      normalize(
        raw.replaceAll(/^Date: \w{3}, .* GMT/gm, 'X-Date: now').replaceAll('Date: today', 'X-Date: today'),
      ),
    );
  }
  await new Promise((resolve) => server.close(resolve));
  return { wire, states };
}
