/** Uploads over real sockets, cut into random writes: the answer, and whether the connection stays usable. */
import assert from 'node:assert/strict';
import http from 'node:http';
import { createRequire } from 'node:module';
import net, { type AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import * as ours from '../../src/parsers.js';
import { type UploadSpec, upload } from './parsers-model.js';
import { describe, describeError } from './parsers-observe.js';
import type { Parsers } from './parsers-run.js';
import { casesFrom, seedFrom } from './parsers-settings.js';
import { optionsOf, type Upload, uploadOf } from './parsers-upload.js';

const real: Parsers = createRequire(import.meta.url)('body-parser');
const cases = casesFrom(process.env, 300);
const seed = seedFrom(process.env);
const PATIENCE = 10_000;
/** Sockets cut bodies as they please, and some charsets depend on the cuts: a difference has to show each time. */
const ATTEMPTS = 5;

class Side {
  readonly #server: http.Server;
  #listener: http.RequestListener = (_req, res) => res.end();

  constructor() {
    this.#server = http.createServer((req, res) => this.#listener(req, res));
  }

  async open(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  /** Everything that comes back for the upload and for a second request on the same connection. */
  exchange(parsers: Parsers, spec: UploadSpec): Promise<string> {
    const sent = uploadOf(spec);
    try {
      const options = optionsOf(spec.options, sent.size, () => {});
      const stack = spec.kinds.map((kind) => parsers[kind]!(options));
      this.#listener = (req, res) => answer(stack, req, res);
    } catch (error: any) {
      return Promise.resolve(`refuses to be made: ${error.message.split(' (got')[0]}`);
    }
    return converse((this.#server.address() as AddressInfo).port, sent, spec);
  }
}

/** Says over HTTP what the parsers did. */
function answer(stack: any[], req: any, res: http.ServerResponse): void {
  const lines: string[] = [];
  const step = (index: number): void => {
    if (index === stack.length || req.url === '/second') {
      res.end(lines.join('\n'));
      return;
    }
    stack[index](req, res, (error?: unknown) => {
      lines.push(`next ${index} body ${describe(req.body)}`);
      if (error !== undefined)
        lines.push(...describeError(error).filter((line) => !line.startsWith('received:')));
      step(index + 1);
    });
  };
  step(0);
}

function converse(port: number, sent: Upload, spec: UploadSpec): Promise<string> {
  return new Promise((resolve, reject) => {
    const received: Buffer[] = [];
    const socket = net.connect(port, '127.0.0.1', () => void write(socket, sent, spec));
    const timer = setTimeout(() => {
      socket.destroy();
      reject(new Error(`no answer; so far ${Buffer.concat(received)}`));
    }, PATIENCE);
    socket.setNoDelay(true);
    socket.on('data', (chunk) => received.push(chunk));
    socket.on('error', () => {});
    socket.on('close', () => {
      clearTimeout(timer);
      resolve(
        Buffer.concat(received)
          .toString('latin1')
          .replace(/^Date: .*\r\n/gm, ''),
      );
    });
  });
}

async function write(socket: net.Socket, { headers, chunks }: Upload, spec: UploadSpec): Promise<void> {
  const fields = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(Buffer.from(`POST / HTTP/1.1\r\nHost: host\r\n${fields.join('')}\r\n`, 'latin1'));
  const isChunked = 'transfer-encoding' in headers;
  for (const chunk of chunks) {
    socket.write(isChunked ? framed(chunk) : chunk);
    await new Promise(setImmediate);
  }
  if (spec.fate === 'aborted' || spec.length === 'more') {
    socket.end();
    return;
  }
  if (isChunked) socket.write('0\r\n\r\n');
  socket.end('GET /second HTTP/1.1\r\nHost: host\r\nConnection: close\r\n\r\n');
}

function framed(chunk: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n')]);
}

/** What cannot be sent, or what the wire itself refuses, is for other tests. */
function isSendable(spec: UploadSpec): boolean {
  const texts = [spec.contentType ?? '', spec.contentEncoding ?? ''];
  const lengths = ['exact', 'chunked', 'more'];
  const fates = ['whole', 'aborted'];
  return (
    lengths.includes(spec.length) && fates.includes(spec.fate) && texts.every((text) => !/[\r\n]/.test(text))
  );
}

const sides = [new Side(), new Side()] as const;
before(() => Promise.all(sides.map((side) => side.open())));
after(() => {
  for (const side of sides) side.close();
});

test(`${cases} uploads over sockets are answered as with body-parser (seed ${seed})`, async () => {
  const guarded = upload.map((spec) => ({ ...spec, options: { ...spec.options, guarded: false } }));
  await fc.assert(
    fc.asyncProperty(guarded.filter(isSendable), async (spec) => {
      for (let attempt = 1; ; attempt++) {
        const [wanted, got] = await Promise.all([
          sides[0].exchange(real, spec),
          sides[1].exchange(ours as unknown as Parsers, spec),
        ]);
        if (got === wanted) return;
        if (attempt === ATTEMPTS) assert.equal(got, wanted);
      }
    }),
    { numRuns: cases, seed },
  );
});
