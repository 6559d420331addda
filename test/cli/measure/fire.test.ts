import assert from 'node:assert/strict';
import { once } from 'node:events';
import http, { type RequestListener } from 'node:http';
import net, { type AddressInfo } from 'node:net';
import test from 'node:test';
import { requestOf } from '../../../src/cli/compare/request.js';
import { wireOf } from '../../../src/cli/compare/wire.js';
import { fire } from '../../../src/cli/measure/fire.js';
import { HANGS } from '../../support/patience.js';

async function load(
  server: net.Server,
  {
    status = 200,
    length = 5 as number | null,
    method = 'GET',
    amount = 20,
    connections = 3,
    pipelining = 1,
  } = {},
) {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const wire = wireOf({ request: requestOf({ method, path: '/asked?x=1' }), status, length });
  try {
    const { port } = server.address() as AddressInfo;
    return await fire({ port, connections, pipelining, amount, requests: [wire] });
  } finally {
    server.close();
  }
}

/** A server that counts its connections. */
function serve(listener: RequestListener) {
  let connections = 0;
  const server = http.createServer(listener).on('connection', () => connections++);
  return { server, connections: () => connections };
}

const bodies: readonly [name: string, listener: RequestListener, right?: object][] = [
  ['with a length', (_req, res) => res.setHeader('Content-Length', 5).end('hello')],
  [
    'in chunks',
    (_req, res) => {
      res.write('he');
      res.write('ll');
      res.end('o');
    },
  ],
  [
    'in chunks with trailers',
    (_req, res) => {
      res.writeHead(200, { Trailer: 'X' }).write('hello');
      res.addTrailers({ X: '1' });
      res.end();
    },
  ],
  [
    'in pieces',
    (_req, res) => {
      res.setHeader('Content-Length', 5).write('hel');
      setImmediate(() => res.end('lo'));
    },
  ],
  ['without a body', (_req, res) => res.writeHead(204).end(), { status: 204, length: 0 }],
  ['with an empty body', (_req, res) => res.setHeader('Content-Length', 0).end(), { length: 0 }],
  ['to HEAD', (_req, res) => res.setHeader('Content-Length', 5).end(), { method: 'HEAD', length: 0 }],
  [
    'after an early word',
    (_req, res) => {
      res.writeProcessing();
      res.setHeader('Content-Length', 5).end('hello');
    },
  ],
];

for (const [name, listener, right] of bodies) {
  test(`answers ${name} are counted, on kept connections`, async () => {
    const { server, connections } = serve(listener);
    const { count, p50, p99, milliseconds } = await load(server, right);
    assert.equal(count, 20);
    assert.ok(p50 > 0 && p50 <= p99 && milliseconds > 0);
    assert.equal(connections(), 3);
  });

  test(`answers ${name} are counted where requests are pipelined`, async () => {
    const { server, connections } = serve(listener);
    const { count } = await load(server, { ...right, amount: 100, pipelining: 10 });
    assert.equal(count, 100);
    assert.equal(connections(), 3);
  });
}

test('as many requests are on their way on each connection as are pipelined', {
  timeout: HANGS,
}, async () => {
  let held: (() => void)[] = [];
  let most = 0;
  let asked = 0;
  const release = () => {
    for (const answer of held) answer();
    held = [];
  };
  const { server } = serve((_req, res) => {
    held.push(() => res.end('hello'));
    most = Math.max(most, held.length);
    // All that may come have come. The pause is for those that may not, which would be counted.
    if (++asked % 8 === 0 || asked === 20) setTimeout(release, 20);
  });
  assert.equal((await load(server, { connections: 2, pipelining: 4 })).count, 20);
  assert.equal(most, 8);
});

test('requests behind an answer that closes their connection are sent again', async () => {
  let asked = 0;
  const { server } = serve((_req, res) => {
    if (++asked % 7 === 0) res.setHeader('Connection', 'close');
    res.end('hello');
  });
  assert.equal((await load(server, { amount: 50, pipelining: 5 })).count, 50);
});

test('answers that close their connection are counted, on new ones', async () => {
  const { server, connections } = serve((_req, res) => res.setHeader('Connection', 'close').end('hello'));
  assert.equal((await load(server)).count, 20);
  assert.equal(connections(), 20);
});

test('an answer may last as long as its connection', async () => {
  const server = net.createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\n\r\nhello'));
  });
  assert.equal((await load(server)).count, 20);
});

test('a load without time for it is one request', async () => {
  const { server } = serve((_req, res) => res.end('hello'));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const requests = [wireOf({ request: requestOf({ method: 'GET', path: '/' }), status: 200, length: 5 })];
  const { count } = await fire({ port, connections: 3, milliseconds: 0, requests });
  server.close();
  assert.equal(count, 1);
});

test('the bytes of a request are those of HTTP', async () => {
  const seen = new Set<string>();
  const { server } = serve((req, res) => {
    seen.add(`${req.method} ${req.url} ${req.headers.host}`);
    res.end('hello');
  });
  await load(server);
  assert.deepEqual([...seen], ['GET /asked?x=1 localhost']);
});

test('a wrong status, a wrong length and no response end the load with a message', async () => {
  const ends = (listener: RequestListener, said: RegExp) =>
    assert.rejects(load(serve(listener).server), said);
  await ends(
    (_req, res) => res.writeHead(429).end('hello'),
    /^Error: GET \/asked\?x=1 has status 429 instead of 200 under load$/,
  );
  await ends((_req, res) => res.end('hello!'), /has 6 bytes instead of 5 under load$/);
  await ends(
    (_req, res) => res.destroy() as never,
    /GET \/asked\?x=1 gets no response \((connection closed|.*ECONNRESET.*)\) under load$/,
  );
});

test('connections are opened in crowds that the server has taken in before anything else is done', async () => {
  const atRequest: number[] = [];
  const { server, connections } = serve((_req, res) => {
    atRequest.push(connections());
    res.setHeader('Content-Length', 5).end('hello');
  });
  const { count } = await load(server, { connections: 1000, amount: 1000 });
  assert.equal(count, 1000);
  assert.deepEqual(atRequest.slice(0, 3), [401, 802, 1003]);
  assert.equal(atRequest.length, 1003);
});
