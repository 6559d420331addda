import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import test from 'node:test';
import { exchange, type Framework, lines, listening, normalize } from '../support/api.js';

/** Bodies with bytes and without, and answers that have none. */
const ANSWERS: Record<string, (res: any) => void> = {
  text: (res) => res.send('hello'),
  'no text': (res) => res.send(''),
  bytes: (res) => res.send(Buffer.from('hello')),
  'no bytes': (res) => res.send(Buffer.alloc(0)),
  json: (res) => res.json({ hello: 'world' }),
  redirect: (res) => res.redirect('/elsewhere'),
  'no body': (res) => res.sendStatus(204),
  'nothing new': (res) => res.status(304).send('hello'),
};

/** Why Node takes no body, or sends none. */
const REASONS: Record<string, (req: any, res: any) => void> = {
  'the request has another method than it says': (req) => {
    req.method = 'GET';
  },
  'the answer is not the last one': (_req, res) => res.status(199),
  'the head says so when it is written': (_req, res) => {
    const { writeHead } = res;
    res.writeHead = (): unknown => writeHead.call(res, 304);
  },
  'the status is a text': (_req, res) => {
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
    test(`a body is refused as in Express ${line}.x if ${reason}`, async () => {
      for (const [name, answer] of Object.entries(ANSWERS)) {
        for (const method of ['GET', 'HEAD']) {
          const ours = await refused(maglev, method, prepare, answer);
          assert.deepEqual(ours, await refused(express, method, prepare, answer), `${method}, ${name}`);
        }
      }
    });
  }
}

/** What is sent, what is thrown, and what the response says of itself, by a server that refuses bodies where none may be. */
async function refused(
  framework: Framework,
  method: string,
  prepare: (req: any, res: any) => void,
  answer: (res: any) => void,
): Promise<unknown> {
  const told: unknown[] = [];
  let closed: Promise<unknown> | undefined;
  const app = framework();
  app.set('env', 'test');
  // Its length shows in what waits for the socket.
  app.disable('x-powered-by');
  app.use((req: any, res: any) => {
    const { socket } = res;
    res.on('error', ({ code }: any) => told.push('error', code));
    res.on('finish', () => told.push('finish'));
    closed = new Promise((resolve) => res.on('close', resolve));
    res.on('close', () => told.push('close', res.writableFinished, res.writableLength));
    prepare(req, res);
    try {
      answer(res);
    } catch (error) {
      told.push((error as any).code);
    }
    told.push(res.headersSent, res.statusMessage, res._contentLength, res._hasBody);
    setImmediate(() => socket.end());
  });
  const server = http.createServer({ rejectNonStandardBodyWrites: true }, app).listen(0, '127.0.0.1');
  const port = await listening(server);
  const raw = await exchange({ port, host: '127.0.0.1' }, `${method} / HTTP/1.1\r\nHost: a\r\n\r\n`);
  server.close();
  await Promise.all([once(server, 'close'), closed]);
  return { wire: normalize(raw.toString('latin1').replaceAll(/^Date: .*\r\n/gm, '')), told };
}
