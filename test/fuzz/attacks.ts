/** Bytes that no valid client sends: Node's parser rejects them, or should have. */
import { below, pick, type Random } from '../support/random.js';
import { chunked, validRequest } from './requests.js';

type Attack = (random: Random, id: number) => string;

const echo = (id: number, ...headers: string[]): string =>
  `POST /echo/i${id} HTTP/1.1\r\nHost: x\r\nX-Id: ${id}\r\nContent-Type: text/plain\r\n${headers.map((header) => `${header}\r\n`).join('')}\r\n`;

/** A request in the body of another one. It must not get a response if the outer request owns these bytes. */
const hidden = (id: number): string =>
  `GET /admin/i${id} HTTP/1.1\r\nHost: x\r\nX-Id: ${id}\r\nX-Key: open\r\n\r\n`;

const LINES = [
  'GET',
  'GET ',
  'GET /',
  'GET / HTTP/1.1 more',
  'GET / HTTP/2.0',
  'GET / HTTP/0.9',
  'GET / HTTP/1.2',
  'GET / HTTP/11',
  'GET / http/1.1',
  'GET  / HTTP/1.1',
  'GET\t/ HTTP/1.1',
  ' GET / HTTP/1.1',
  '\r\n\r\nGET / HTTP/1.1',
  'get / HTTP/1.1',
  'G\x00T / HTTP/1.1',
  'constructor / HTTP/1.1',
  'GET /\x00 HTTP/1.1',
  'GET /\x7f HTTP/1.1',
  'GET /\xe4\xb8 HTTP/1.1',
  'GET * HTTP/1.1',
  'OPTIONS * HTTP/1.1',
  'GET http:// HTTP/1.1',
  'GET http://[::1 HTTP/1.1',
  'GET //// HTTP/1.1',
  'GET x HTTP/1.1',
  'CONNECT x:1 HTTP/1.1',
  'PRI * HTTP/2.0',
];

const FIELDS = [
  'no colon',
  ': no name',
  'X A: space in its name',
  'X-A : space before the colon',
  ' X-A: folded',
  'X-A: a\r\n folded',
  'X-A: nul\x00',
  'X-A: a\rb',
  'X-A: a\nX-B: b',
  'X-\xe4: high',
  'X-A: \x01\x1f',
  '\x00: nul',
  'Content-Length: -1',
  'Content-Length: +1',
  'Content-Length: 1e1',
  'Content-Length: 0x10',
  'Content-Length: 1, 1',
  'Content-Length: 99999999999999999999999',
  'Content-Length:',
  'Transfer-Encoding: xchunked',
  'Transfer-Encoding: chunked, identity',
  'Transfer-Encoding:\x0bchunked',
  'Transfer-Encoding: chunked\r\nTransfer-Encoding: identity',
  'Transfer-Encoding : chunked',
  'Expect: 100-continue',
  'Expect: nonsense',
  'Connection: close, keep-alive, upgrade',
  'Upgrade: websocket\r\nConnection: upgrade',
  'Host: a\r\nHost: b',
];

const CHUNKS = [
  'x\r\n',
  '-1\r\nx\r\n0\r\n\r\n',
  'ffffffffffffffff1\r\nx\r\n',
  '1\nx\n0\n\n',
  '1\r\nxy\r\n0\r\n\r\n',
  '2\r\nx\r\n0\r\n\r\n',
  '1;ext="a\r\nb"\r\nx\r\n0\r\n\r\n',
  `1;${'e'.repeat(20_000)}\r\nx\r\n0\r\n\r\n`,
  '1 \r\nx\r\n0\r\n\r\n',
  '0\r\nX-Trailer: a\r\n\r\n',
  '0\r\nContent-Length: 5\r\n\r\n',
  '0\r\n\x00\r\n\r\n',
  '1\r\nx\r\n0\r\n',
  '\r\n',
  '00000000000000000001\r\nx\r\n0\r\n\r\n',
];

/** The pairs of positions and bytes that have been sent. */
let swept = 0;

/** Replaces one byte of a valid request: over a run, every position by every byte. */
function replaceByte(_random: Random, id: number): string {
  const name = String(id).padStart(9, '0');
  const valid = `GET /echo/i?a=b&c=d HTTP/1.1\r\nHost: x\r\nX-Id: ${name}\r\nX-Value: some value\r\n\r\n`;
  const at = swept % valid.length;
  const byte = String.fromCharCode(Math.floor(swept / valid.length) % 256);
  swept++;
  return valid.slice(0, at) + byte + valid.slice(at + 1);
}

const ATTACKS: readonly [weight: number, attack: Attack][] = [
  [12, replaceByte],
  [2, (random, id) => `${pick(random, LINES)}\r\nHost: x\r\nX-Id: ${id}\r\n\r\n`],
  [3, (random, id) => echo(id, pick(random, FIELDS))],
  [1, (random, id) => `${echo(id, pick(random, FIELDS), 'Content-Length: 3')}abc`],
  [2, (random, id) => echo(id, 'Transfer-Encoding: chunked') + pick(random, CHUNKS)],
  // Content-Length together with chunks, in both orders, with a request that only one interpretation sees.
  [1, (_, id) => `${echo(id, 'Content-Length: 5', 'Transfer-Encoding: chunked')}0\r\n\r\n${hidden(id)}`],
  [1, (_, id) => `${echo(id, 'Transfer-Encoding: chunked', 'Content-Length: 5')}0\r\n\r\n${hidden(id)}`],
  [1, (_, id) => `${echo(id, 'Content-Length: 0', `Content-Length: ${hidden(id).length}`)}${hidden(id)}`],
  [1, (_, id) => `${echo(id, `Content-Length: ${hidden(id).length}`, 'Content-Length: 0')}${hidden(id)}`],
  [1, (_, id) => `${echo(id, `Content-Length: ${hidden(id).length}`)}${hidden(id)}`],
  [
    1,
    (_, id) =>
      `GET /echo/i${id} HTTP/1.1\r\nHost: x\r\nContent-Length: ${hidden(id).length}\r\n\r\n${hidden(id)}`,
  ],
  [1, (random, id) => validRequest(random, id).bytes.replaceAll('\r\n', '\n')],
  [
    1,
    (random, id) =>
      validRequest(random, id).bytes.replace('\r\n\r\n', pick(random, ['\n\n', '\r\r', '\r\n\n', '\n\r\n'])),
  ],
  [
    1,
    (random, id) =>
      `GET /echo/${'u'.repeat(8000 + below(random, 12_000))} HTTP/1.1\r\nHost: x\r\nX-Id: ${id}\r\n\r\n`,
  ],
  [1, (random, id) => echo(id, `X-Huge: ${'h'.repeat(8000 + below(random, 12_000))}`)],
  [
    0.3,
    (random, id) => echo(id, ...Array.from({ length: 1900 + below(random, 200) }, (_, i) => `a${i % 9}:b`)),
  ],
  [1, (random, id) => `${echo(id, `Content-Length: ${below(random, 40)}`)}${'b'.repeat(below(random, 40))}`],
  [1, (random, id) => echo(id, 'Transfer-Encoding: chunked') + mangled(random, chunked(random, 'some body'))],
  [2, (random, id) => mangled(random, validRequest(random, id).bytes)],
  [1, (random) => noise(random)],
];

const total = ATTACKS.reduce((sum, [weight]) => sum + weight, 0);

/** An attack on the connection on which it is sent. */
export function attackBytes(random: Random, id: number): string {
  let left = random() * total;
  for (const [weight, attack] of ATTACKS) {
    left -= weight;
    if (left < 0) return attack(random, id);
  }
  return noise(random);
}

/** Changes, drops, doubles or swaps a few bytes. */
function mangled(random: Random, bytes: string): string {
  let text = bytes;
  for (let times = 1 + below(random, 3); times > 0; times--) {
    const at = below(random, text.length);
    const [before, after] = [text.slice(0, at), text.slice(at)];
    const how = below(random, 4);
    if (how === 0) text = before + String.fromCharCode(below(random, 256)) + after.slice(1);
    else if (how === 1) text = before + after.slice(1 + below(random, 3));
    else if (how === 2) text = before + after.slice(0, 5) + after;
    else text = before + pick(random, ['\r\n', '\n', '\r', '\x00', ':', ' ', '\t']) + after;
  }
  return text;
}

function noise(random: Random): string {
  return String.fromCharCode(...Array.from({ length: 1 + below(random, 200) }, () => below(random, 256)));
}
