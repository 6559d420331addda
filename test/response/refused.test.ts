import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import test from 'node:test';
import { exchange, type Framework, lines, listening, normalize } from '../support/api.js';

/** Bodies with and without bytes, and responses without a body. */
const RESPONSES: Record<string, (res: any) => void> = {
  text: (res) => res.send('hello'),
  'empty text': (res) => res.send(''),
  bytes: (res) => res.send(Buffer.from('hello')),
  'no bytes': (res) => res.send(Buffer.alloc(0)),
  json: (res) => res.json({ hello: 'world' }),
  redirect: (res) => res.redirect('/elsewhere'),
  'no body': (res) => res.sendStatus(204),
  'not modified': (res) => res.status(304).send('hello'),
};

/** Why Node rejects or omits a body. */
const REASONS: Record<string, (req: any, res: any) => void> = {
  'req.method was changed': (req) => {
    req.method = 'GET';
  },
  'the status is informational': (_req, res) => res.status(199),
  'the status changes when the head is written': (_req, res) => {
    const { writeHead } = res;
    res.writeHead = (): unknown => writeHead.call(res, 304);
  },
  'the status is a string': (_req, res) => {
    res.statusCode = '204';
  },
  'the response has ended': (_req, res) => {
    res.finished = true;
  },
  'the socket is destroyed': (_req, res) => res.socket.destroy(),
  'the response is destroyed': (_req, res) => res.destroy(),
};

for (const line of [5, 4, 3] as const) {
  const { maglev, express } = lines[line];
  for (const [reason, prepare] of Object.entries(REASONS)) {
    test(`a body is rejected as in Express ${line}.x if ${reason}`, async () => {
      for (const [name, respond] of Object.entries(RESPONSES)) {
        for (const method of ['GET', 'HEAD']) {
          const ours = await outcomeOf(maglev, method, prepare, respond);
          assert.deepEqual(ours, await outcomeOf(express, method, prepare, respond), `${method}, ${name}`);
        }
      }
    });
  }
}

/** What is sent and thrown, and the state of the response, on a server that rejects bodies where HTTP allows none. */
async function outcomeOf(
  framework: Framework,
  method: string,
  prepare: (req: any, res: any) => void,
  respond: (res: any) => void,
): Promise<unknown> {
  const events: unknown[] = [];
  let closed: Promise<unknown> | undefined;
  const app = framework();
  app.set('env', 'test');
  // Its length is part of res.writableLength.
  app.disable('x-powered-by');
  app.use((req: any, res: any) => {
    const { socket } = res;
    res.on('error', ({ code }: any) => events.push('error', code));
    res.on('finish', () => events.push('finish'));
    closed = new Promise((resolve) => res.on('close', resolve));
    res.on('close', () => events.push('close', res.writableFinished, res.writableLength));
    prepare(req, res);
    try {
      respond(res);
    } catch (error) {
      events.push((error as any).code);
    }
    events.push(res.headersSent, res.statusMessage, res._contentLength, res._hasBody);
    setImmediate(() => socket.end());
  });
  const server = http.createServer({ rejectNonStandardBodyWrites: true }, app).listen(0, '127.0.0.1');
  const port = await listening(server);
  const raw = await exchange({ port, host: '127.0.0.1' }, `${method} / HTTP/1.1\r\nHost: a\r\n\r\n`);
  server.close();
  await Promise.all([once(server, 'close'), closed]);
  return { wire: normalize(raw.toString('latin1').replaceAll(/^Date: .*\r\n/gm, '')), events };
}
