import assert from 'node:assert/strict';
import { once } from 'node:events';
import http, { type RequestListener } from 'node:http';
import net, { type AddressInfo } from 'node:net';
import test from 'node:test';
import { encodeRequest } from '../../../src/cli/compare/encode-request.js';
import { requestOf } from '../../../src/cli/compare/request.js';
import { sendJob } from '../../../src/cli/measure/send-load.js';
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
  const encoded = encodeRequest({ request: requestOf({ method, path: '/requested?x=1' }), status, length });
  try {
    const { port } = server.address() as AddressInfo;
    return await sendJob({ port, connections, pipelining, amount, requests: [encoded] });
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
    'after an informational response',
    (_req, res) => {
      res.writeProcessing();
      res.setHeader('Content-Length', 5).end('hello');
    },
  ],
];

for (const [name, listener, right] of bodies) {
  test(`counts responses ${name} on persistent connections`, async () => {
    const { server, connections } = serve(listener);
    const { count, p50, p99, milliseconds } = await load(server, right);
    assert.equal(count, 20);
    assert.ok(p50 > 0 && p50 <= p99 && milliseconds > 0);
    assert.equal(connections(), 3);
  });

  test(`counts responses ${name} to pipelined requests`, async () => {
    const { server, connections } = serve(listener);
    const { count } = await load(server, { ...right, amount: 100, pipelining: 10 });
    assert.equal(count, 100);
    assert.equal(connections(), 3);
  });
}

test('keeps the pipelined number of requests in flight on each connection', {
  timeout: HANGS,
}, async () => {
  let held: (() => void)[] = [];
  let most = 0;
  let requests = 0;
  const release = () => {
    for (const respond of held) respond();
    held = [];
  };
  const { server } = serve((_req, res) => {
    held.push(() => res.end('hello'));
    most = Math.max(most, held.length);
    // All expected requests have arrived. The pause lets unexpected ones arrive, which would be counted.
    if (++requests % 8 === 0 || requests === 20) setTimeout(release, 20);
  });
  assert.equal((await load(server, { connections: 2, pipelining: 4 })).count, 20);
  assert.equal(most, 8);
});

test('sends requests again after a response that closes their connection', async () => {
  let requests = 0;
  const { server } = serve((_req, res) => {
    if (++requests % 7 === 0) res.setHeader('Connection', 'close');
    res.end('hello');
  });
  assert.equal((await load(server, { amount: 50, pipelining: 5 })).count, 50);
});

test('counts responses that close their connection, on new ones', async () => {
  const { server, connections } = serve((_req, res) => res.setHeader('Connection', 'close').end('hello'));
  assert.equal((await load(server)).count, 20);
  assert.equal(connections(), 20);
});

test('counts responses that end with their connection', async () => {
  const server = net.createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\n\r\nhello'));
  });
  assert.equal((await load(server)).count, 20);
});

test('sends one request if there is no time', async () => {
  const { server } = serve((_req, res) => res.end('hello'));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const requests = [
    encodeRequest({ request: requestOf({ method: 'GET', path: '/' }), status: 200, length: 5 }),
  ];
  const { count } = await sendJob({ port, connections: 3, milliseconds: 0, requests });
  server.close();
  assert.equal(count, 1);
});

test('sends a valid HTTP request', async () => {
  const seen = new Set<string>();
  const { server } = serve((req, res) => {
    seen.add(`${req.method} ${req.url} ${req.headers.host}`);
    res.end('hello');
  });
  await load(server);
  assert.deepEqual([...seen], ['GET /requested?x=1 localhost']);
});

test('a wrong status, a wrong length and no response end the load with a message', async () => {
  const ends = (listener: RequestListener, message: RegExp) =>
    assert.rejects(load(serve(listener).server), message);
  await ends(
    (_req, res) => res.writeHead(429).end('hello'),
    /^Error: GET \/requested\?x=1 has status 429 instead of 200 under load$/,
  );
  await ends((_req, res) => res.end('hello!'), /has 6 bytes instead of 5 under load$/);
  await ends(
    (_req, res) => res.destroy() as never,
    /GET \/requested\?x=1 gets no response \((connection closed|.*ECONNRESET.*)\) under load$/,
  );
});

test('opens connections in batches, and waits until the server has accepted them', async () => {
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
