/** Pipelined responses, which wait for an earlier response on the same connection. */
import assert from 'node:assert/strict';
import http from 'node:http';
import test, { before } from 'node:test';
import { tryFastPaths } from '../../src/fast-paths.js';
import { exchange, type Framework, lines, listening, normalize } from '../support/api.js';
import { CHANGES, type Change, RESPONSES, stateOf } from './heads.js';

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
    test(`a waiting response is the same as in Express ${line}.x with ${name}`, async () => {
      for (const [kind, respond] of Object.entries(RESPONSES)) {
        const ours = await responsesOf(maglev, change, respond);
        assert.deepEqual(ours, await responsesOf(express, change, respond), kind);
      }
    });
  }

  for (const when of ['before', 'after'] as const) {
    test(`a wrapper of socket.write, installed ${when} a waiting response is sent, gets the bytes of Express ${line}.x`, async () => {
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
        await responsesOf(framework, ...(when === 'before' ? [wrapping, sending] : [sending, wrapping]));
        return withoutDates(text);
      };
      const ours = await written(maglev);
      assert.equal(ours, await written(express));
      assert.match(ours, /hello/);
    });
  }
}

test('a response created by the user has the same chunks as in Express', async () => {
  const chunksOf = async (framework: Framework): Promise<unknown> => {
    const chunks: unknown[] = [];
    const inner = framework().disable('x-powered-by');
    inner.get('/waiting', (_req: any, res: any) => res.send('hello'));
    await responsesOf(
      framework,
      ({ req }) => {
        const own: any = new http.ServerResponse(req);
        own.sendDate = false;
        inner(req, own);
        chunks.push(own.outputData.map(({ data }: { data: unknown }) => String(data)));
      },
      (res) => res.send('hello'),
    );
    return chunks;
  };
  const ours = await chunksOf(lines[5].maglev);
  assert.deepEqual(ours, await chunksOf(lines[5].express));
});

/** Since version 24, Node joins a string body with its head. */
const isLeftToNode = Number.parseInt(process.versions.node, 10) >= 24;
const isFast = process.env.MAGLEV_FAST_PATH !== 'off';

test('a small waiting response is one chunk', {
  skip: (!isFast && 'the fast path is off') || (isLeftToNode && 'Node does this itself'),
}, async () => {
  const counts: number[] = [];
  await responsesOf(
    lines[5].maglev,
    (res) => res.send('hello'),
    (res) => counts.push(res.outputData.length),
  );
  assert.deepEqual(counts, [1, 1, 1]);
});

/** The bytes that are sent, and the state of the responses after end, while they wait and when they are closed. */
async function responsesOf(framework: Framework, ...steps: Change[]): Promise<unknown> {
  const seen: unknown[] = [];
  const app = framework();
  app.set('env', 'test');
  // Its value has a different length in Express.
  app.disable('x-powered-by');
  // All requests arrive in one chunk, so that the others end before this one.
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

/** The bytes that are written when the response gets its socket. */
function waitingText(res: any): string {
  const bytes: Buffer[] = res.outputData.map(({ data, encoding }: { data: any; encoding: any }) =>
    Buffer.from(data, encoding ?? 'utf8'),
  );
  return withoutDates(Buffer.concat(bytes).toString('latin1'));
}

function withoutDates(text: string): string {
  return normalize(text.replaceAll(/^Date: \w{3}, .* GMT/gm, 'X-Date: now'));
}
