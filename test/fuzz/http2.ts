/** Attacks over HTTP/2. Express does not support it, so the check is that every client gets its own response. */
import { once } from 'node:events';
import http2 from 'node:http2';
import net from 'node:net';
import { HANGS } from '../support/patience.js';
import { below, chance, pick, type Random } from '../support/random.js';
import { type RequestParts, requestParts } from './requests.js';

const HOP_BY_HOP = /^(host|connection|transfer-encoding|upgrade):/i;

/** Sends valid requests on one session while it attacks another. Returns the fault, or undefined. */
export async function attackHttp2(
  port: number,
  random: Random,
  first: number,
  count: number,
): Promise<string | undefined> {
  const requests = Array.from({ length: count }, (_, index) => requestParts(random, first + index));
  const fault = sendValid(port, requests, first);
  await Promise.all([fault, hostile(port, frames(random))]);
  return fault;
}

async function sendValid(
  port: number,
  requests: readonly RequestParts[],
  first: number,
): Promise<string | undefined> {
  const session = http2.connect(`http://127.0.0.1:${port}`);
  session.on('error', () => {});
  try {
    const ids = await Promise.all(requests.map((request) => idOfResponse(session, request)));
    const wrong = ids.findIndex((id, index) => id !== undefined && id !== String(first + index));
    if (wrong === -1) return undefined;
    return `${JSON.stringify(requests[wrong])} over HTTP/2 got the response of ${ids[wrong]}`;
  } finally {
    session.destroy();
  }
}

/** The id in the response; undefined if Node's client refuses to send such a request. */
function idOfResponse(session: http2.ClientHttp2Session, request: RequestParts): Promise<string | undefined> {
  return new Promise((resolve) => {
    let stream: http2.ClientHttp2Stream;
    try {
      stream = session.request(headersOf(request), { endStream: request.body === undefined });
    } catch {
      resolve(undefined);
      return;
    }
    let id = 'none';
    stream.on('response', (headers) => {
      id = String(headers['x-id'] ?? 'none');
    });
    stream.on('error', () => {});
    stream.setTimeout(HANGS, () => stream.close());
    stream.resume();
    stream.on('close', () => resolve(id));
    if (request.body !== undefined) stream.end(request.body, 'latin1');
  });
}

function headersOf({ method, url, headers }: RequestParts): http2.OutgoingHttpHeaders {
  const made: http2.OutgoingHttpHeaders = {
    ':method': method,
    ':path': url.replace(/^http:\/\/host/, ''),
    ':authority': 'x',
  };
  for (const line of headers) {
    const colon = line.indexOf(':');
    if (!HOP_BY_HOP.test(line)) made[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim();
  }
  return made;
}

const PREFACE = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');

/**
 * Sends frames, and closes the connection when data arrives. A plain server of Node may keep such a connection open
 * forever, so this does not check that it is closed. Other clients must get their responses meanwhile.
 */
async function hostile(port: number, bytes: Buffer): Promise<void> {
  const socket = net.connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.once('data', () => setImmediate(() => socket.destroy()));
  socket.setTimeout(HANGS, () => socket.destroy());
  socket.end(bytes);
  await once(socket, 'close');
}

const SETTINGS = 4;
const HEADERS = 1;
const CONTINUATION = 9;
/** `:method: GET`, `:scheme: http` and `:path: /` by their indexes in the static table. */
const GET_ROOT = Buffer.from([0x82, 0x86, 0x84]);
const END_OF_BOTH = 0x5;

function frame(type: number, flags: number, stream: number, payload: Buffer): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head[3] = type;
  head[4] = flags;
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

function many(count: number, make: (index: number) => Buffer): Buffer {
  return Buffer.concat(Array.from({ length: count }, (_, index) => make(index)));
}

function noise(random: Random, most: number): Buffer {
  return Buffer.from(Array.from({ length: below(random, most) }, () => below(random, 256)));
}

/** A header with a literal name and value, which need not be valid. */
function literal(name: string, value: string): Buffer {
  return Buffer.concat([
    Buffer.from([0, name.length]),
    Buffer.from(name, 'latin1'),
    Buffer.from([value.length]),
    Buffer.from(value, 'latin1'),
  ]);
}

const FIELDS: [string, string][] = [
  ['UPPER', 'a'],
  ['x-a', 'a\r\nb'],
  ['x-a', '\0'],
  ['connection', 'close'],
  ['transfer-encoding', 'chunked'],
  ['content-length', '-1'],
  ['content-length', '5'],
  [':path', '/again'],
  [':unknown', 'a'],
  ['', 'a'],
  ['host', 'other'],
  ['x-id', '__proto__'],
];

const ATTACKS: ((random: Random) => Buffer)[] = [
  (random) =>
    many(1 + below(random, 20), () =>
      frame(below(random, 14), below(random, 256), below(random, 8), noise(random, 60)),
    ),
  (random) => frame(HEADERS, END_OF_BOTH, 1, noise(random, 200)),
  (random) => frame(HEADERS, END_OF_BOTH, 1, Buffer.concat([GET_ROOT, literal(...pick(random, FIELDS))])),
  // Requests that are cancelled immediately (CVE-2023-44487).
  () =>
    many(300, (index) =>
      Buffer.concat([
        frame(HEADERS, END_OF_BOTH, 2 * index + 1, GET_ROOT),
        frame(3, 0, 2 * index + 1, Buffer.alloc(4)),
      ]),
    ),
  // A header block that does not end (CVE-2024-27983, CVE-2024-28182).
  () =>
    Buffer.concat([
      frame(HEADERS, 0, 1, GET_ROOT),
      many(500, () => frame(CONTINUATION, 0, 1, literal('x-a', 'a'))),
    ]),
  () => many(500, () => frame(6, 0, 0, Buffer.alloc(8))),
  () => many(500, () => frame(SETTINGS, 0, 0, Buffer.alloc(0))),
  () => frame(8, 0, 0, Buffer.alloc(4)),
  () => frame(0, 1, 1, Buffer.from('data of no request')),
  () => Buffer.concat([frame(HEADERS, 4, 1, GET_ROOT), frame(0, 8, 1, Buffer.from([255, 1, 2]))]),
  () => frame(HEADERS, END_OF_BOTH, 2, GET_ROOT),
  (random) => frame(HEADERS, END_OF_BOTH, 1, GET_ROOT).subarray(0, below(random, 12)),
  (random) => Buffer.concat([Buffer.from([255, 255, 255]), noise(random, 100)]),
];

function frames(random: Random): Buffer {
  if (chance(random, 0.1)) return noise(random, 300);
  return Buffer.concat([PREFACE, frame(SETTINGS, 0, 0, Buffer.alloc(0)), pick(random, ATTACKS)(random)]);
}
