/** The memory of many, hostile or unfinished uploads, while they run and after they have ended. */
import assert from 'node:assert/strict';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import zlib from 'node:zlib';
import { json, raw } from '../../src/parsers.js';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const MB = 1024 * 1024;
const LIMIT = 100 * 1024;
const UPLOADS = 1000;
/** Generous, because sockets and the tests themselves use memory as well. */
const RETAINED = 24 * MB;
const SAMPLES = 10;

const parsers = [raw({ limit: LIMIT }), json({ limit: LIMIT })];
const server = http.createServer((req, res) => {
  const parser = parsers[req.headers['content-type'] === 'application/json' ? 1 : 0]!;
  parser(req, res, (error: any) => {
    res.statusCode = error?.status ?? 200;
    res.end();
  });
});
const accepted = new Set<net.Socket>();
server.on('connection', (socket: net.Socket) => {
  accepted.add(socket);
  socket.once('close', () => accepted.delete(socket));
});

before(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
after(() => {
  server.closeAllConnections();
  server.close();
});

/** The minimum of several samples: the memory of buffers is released on another thread, after a garbage collection. */
async function used(): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let samples = 0; samples < SAMPLES; samples++) {
    collect();
    await new Promise((resolve) => setTimeout(resolve, 10));
    const { heapUsed, external } = process.memoryUsage();
    least = Math.min(least, heapUsed + external);
  }
  return least;
}

/** Runs once to warm up, then measures the memory that a second run retains. */
async function retainedBy(name: string, run: () => Promise<number>): Promise<number> {
  await run();
  await settle();
  const before = await used();
  const peak = await run();
  await settle();
  const retained = (await used()) - before;
  console.log(`${name}: ${show(peak - before)} at the peak, ${show(retained)} retained`);
  return retained;
}

test(`${UPLOADS} concurrent uploads at the limit retain little memory`, async () => {
  const body = Buffer.alloc(LIMIT, 'x');
  const retained = await retainedBy('uploads at the limit', () => uploads(UPLOADS, '', body));
  assert.ok(retained < RETAINED, `${show(retained)} retained`);
});

test('gzip bombs retain little memory', async () => {
  const bomb = zlib.gzipSync(Buffer.alloc(50 * MB, ' '));
  const head = 'Content-Encoding: gzip\r\n';
  const retained = await retainedBy('gzip bombs', () => uploads(50, head, bomb));
  assert.ok(retained < RETAINED, `${show(retained)} retained`);
});

test(`${UPLOADS} aborted uploads retain little memory`, async () => {
  const retained = await retainedBy('aborted uploads', () => aborted(UPLOADS, ''));
  assert.ok(retained < RETAINED, `${show(retained)} retained`);
});

test('aborted compressed uploads retain little memory', async () => {
  const retained = await retainedBy('aborted compressed uploads', () =>
    aborted(300, 'Content-Encoding: gzip\r\n'),
  );
  assert.ok(retained < RETAINED, `${show(retained)} retained`);
});

test('a Content-Length allocates no memory before the bytes arrive', async () => {
  parsers[0] = raw({ limit: 100 * MB });
  const before = await used();
  const sockets = await stalled(100, 90 * MB);
  const held = (await used()) - before;
  console.log(`100 stalled uploads of 90 MB each: ${show(held)} held`);
  for (const socket of sockets) socket.destroy();
  await settle();
  parsers[0] = raw({ limit: LIMIT });
  assert.ok(held < RETAINED, `${show(held)} held`);
});

/** Resolves with the peak of the memory in use. */
async function uploads(count: number, head: string, body: Buffer): Promise<number> {
  let peak = 0;
  const all = Array.from({ length: count }, async (_, i) => {
    const socket = await connect();
    socket.write(`POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${fields(body.length)}${head}\r\n`);
    socket.write(body);
    socket.resume();
    await new Promise((resolve) => socket.on('close', resolve));
    if (i % 10 === 0) peak = Math.max(peak, process.memoryUsage().heapUsed + process.memoryUsage().external);
  });
  await Promise.all(all);
  return peak;
}

async function aborted(count: number, head: string): Promise<number> {
  const sockets = await Promise.all(Array.from({ length: count }, connect));
  const half = head === '' ? Buffer.alloc(LIMIT / 2) : zlib.gzipSync(Buffer.alloc(LIMIT / 2)).subarray(0, 40);
  for (const socket of sockets) {
    socket.write(`POST / HTTP/1.1\r\nHost: x\r\n${fields(LIMIT)}${head}\r\n`);
    socket.write(half);
  }
  await received(sockets);
  const peak = process.memoryUsage().heapUsed + process.memoryUsage().external;
  for (const socket of sockets) socket.destroy();
  return peak;
}

async function stalled(count: number, length: number): Promise<net.Socket[]> {
  const sockets = await Promise.all(Array.from({ length: count }, connect));
  for (const socket of sockets) {
    socket.write(`POST / HTTP/1.1\r\nHost: x\r\n${fields(length)}\r\n`);
    socket.write('first');
  }
  await received(sockets);
  for (const socket of sockets) socket.write('second');
  await received(sockets);
  return sockets;
}

function fields(length: number): string {
  return `Content-Type: application/octet-stream\r\nContent-Length: ${length}\r\n`;
}

function connect(): Promise<net.Socket> {
  return new Promise((resolve, reject) => {
    const socket = net.connect((server.address() as AddressInfo).port, '127.0.0.1', () => resolve(socket));
    socket.on('error', reject);
  });
}

/** Waits until the server has read everything that these connections have sent. */
async function received(sockets: readonly net.Socket[]): Promise<void> {
  const sent = sockets.reduce((sum, { bytesWritten }) => sum + bytesWritten, 0);
  const read = () => [...accepted].reduce((sum, { bytesRead }) => sum + bytesRead, 0);
  while (read() < sent) await new Promise((resolve) => setTimeout(resolve, 5));
}

/** Waits until all connections have closed and their handlers have run. */
async function settle(): Promise<void> {
  while (accepted.size > 0) await new Promise((resolve) => setTimeout(resolve, 5));
  for (let tick = 0; tick < 5; tick++) await new Promise(setImmediate);
}

function show(bytes: number): string {
  return `${(bytes / MB).toFixed(1)} MB`;
}
