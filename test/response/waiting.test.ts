/** Responses that wait for an earlier one on the same connection: a client need not wait before it asks again. */
import assert from 'node:assert/strict';
import http from 'node:http';
import test, { before } from 'node:test';
import { tryFastPaths } from '../../src/fast-paths.js';
import { exchange, type Framework, lines, listening, normalize } from '../support/api.js';
import { ANSWERS, CHANGES, type Change, stateOf } from './heads.js';

before(tryFastPaths);

const REQUESTS = [
  'GET /first HTTP/1.1',
  'GET /waiting HTTP/1.1',
  'HEAD /waiting HTTP/1.1',
  'GET /waiting HTTP/1.1\r\nIf-None-Match: *',
  'GET /missing HTTP/1.1',
  'GET /last HTTP/1.1\r\nConnection: close',
];

for (const line of [5, 4, 3] as const) {
  const { maglev, express } = lines[line];
  for (const [name, change] of Object.entries(CHANGES)) {
    test(`a response that waits is that of Express ${line}.x with ${name}`, async () => {
      for (const [kind, answer] of Object.entries(ANSWERS)) {
        const ours = await answersOf(maglev, change, answer);
        assert.deepEqual(ours, await answersOf(express, change, answer), kind);
      }
    });
  }

  for (const when of ['before', 'after'] as const) {
    test(`a wrapper that a socket gets ${when} a response is sent that waits sees the bytes of Express ${line}.x`, async () => {
      const written = async (framework: Framework): Promise<string> => {
        let text = '';
        const wrapping: Change = (res) => {
          const { socket } = res.req;
          if (Object.hasOwn(socket, 'write')) return;
          const { write } = socket;
          socket.write = (data: unknown, ...rest: unknown[]) => {
            text += String(data);
            return write.call(socket, data, ...rest);
          };
        };
        const sending: Change = (res) => res.send('hello');
        await answersOf(framework, ...(when === 'before' ? [wrapping, sending] : [sending, wrapping]));
        return withoutDates(text);
      };
      const ours = await written(maglev);
      assert.equal(ours, await written(express));
      assert.match(ours, /hello/);
    });
  }
}

test('a response that was made by hand has the pieces of Express', async () => {
  const piecesOf = async (framework: Framework): Promise<unknown> => {
    const pieces: unknown[] = [];
    const inner = framework().disable('x-powered-by');
    inner.get('/waiting', (_req: any, res: any) => res.send('hello'));
    await answersOf(
      framework,
      ({ req }) => {
        const byHand: any = new http.ServerResponse(req);
        byHand.sendDate = false;
        inner(req, byHand);
        pieces.push(byHand.outputData.map(({ data }: { data: unknown }) => String(data)));
      },
      (res) => res.send('hello'),
    );
    return pieces;
  };
  const ours = await piecesOf(lines[5].maglev);
  assert.deepEqual(ours, await piecesOf(lines[5].express));
});

/** From version 24 on Node joins texts with their heads itself. */
const isLeftToNode = Number.parseInt(process.versions.node, 10) >= 24;
const isFast = process.env.MAGLEV_FAST_PATH !== 'off';

test('a small response that waits is one piece', {
  skip: (!isFast && 'the fast path is off') || (isLeftToNode && 'Node does it by itself'),
}, async () => {
  const pieces: number[] = [];
  await answersOf(
    lines[5].maglev,
    (res) => res.send('hello'),
    (res) => pieces.push(res.outputData.length),
  );
  assert.deepEqual(pieces, [1, 1, 1]);
});

/** What is on the wire, and what the responses say of themselves when they have ended, while they wait and when they are over. */
async function answersOf(framework: Framework, ...steps: Change[]): Promise<unknown> {
  const seen: unknown[] = [];
  const app = framework();
  app.set('env', 'test');
  // Its value has another length in Express.
  app.disable('x-powered-by');
  // All requests come in one piece, so that the others are answered before.
  app.get('/first', (_req: any, res: any) => setImmediate(() => res.send('first')));
  app.get('/waiting', (_req: any, res: any) => {
    for (const event of ['finish', 'close']) res.on(event, () => seen.push([event, stateOf(res)]));
    try {
      for (const step of steps) step(res, server);
    } catch (error) {
      seen.push((error as Error).message);
      if (!res.headersSent) res.end('failed');
    }
    seen.push([stateOf(res), res.writableLength, waitingText(res)]);
  });
  app.get('/last', (_req: any, res: any) => res.send('last'));
  const server = http.createServer(app).listen(0, '127.0.0.1');
  const port = await listening(server);
  const requests = REQUESTS.map((request) => `${request}\r\nHost: a\r\n\r\n`).join('');
  const wire = (await exchange({ port, host: '127.0.0.1' }, requests)).toString('latin1');
  await new Promise((resolve) => server.close(resolve));
  return { wire: withoutDates(wire), seen };
}

/** The bytes that are to be written when the response gets its socket. */
function waitingText(res: any): string {
  const bytes: Buffer[] = res.outputData.map(({ data, encoding }: { data: any; encoding: any }) =>
    Buffer.from(data, encoding ?? 'utf8'),
  );
  return withoutDates(Buffer.concat(bytes).toString('latin1'));
}

function withoutDates(text: string): string {
  return normalize(text.replaceAll(/^Date: \w{3}, .* GMT/gm, 'X-Date: now'));
}
