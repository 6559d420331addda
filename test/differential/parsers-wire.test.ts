/** Uploads over real sockets, split into random writes: compares the response, and whether the connection stays usable. */
import assert from 'node:assert/strict';
import http from 'node:http';
import { createRequire } from 'node:module';
import net, { type AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import * as ours from '../../src/parsers.js';
import { HANGS } from '../support/patience.js';
import { type UploadSpec, upload } from './parsers-model.js';
import { describe, describeError } from './parsers-observe.js';
import type { Parsers } from './parsers-run.js';
import { optionsOf, type Upload, uploadOf } from './parsers-upload.js';
import { casesFrom, seedFrom } from './settings.js';

const real: Parsers = createRequire(import.meta.url)('body-parser');
const cases = casesFrom(process.env, 300);
const seed = seedFrom(process.env);

class Side {
  readonly #server: http.Server;
  #listener: http.RequestListener = (_req, res) => res.end();
  /** The server's end of the latest connection. */
  #peer: net.Socket | null = null;

  constructor() {
    this.#server = http.createServer((req, res) => this.#listener(req, res));
    this.#server.on('connection', (socket) => {
      this.#peer = socket;
    });
  }

  async open(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  /** The events of the parsers, and all bytes received for the upload and for a second request on its connection. */
  async exchange(parsers: Parsers, spec: UploadSpec): Promise<string> {
    const sent = uploadOf(spec);
    const seen: string[] = [];
    try {
      const options = optionsOf(spec.options, sent.size, () => {});
      const stack = spec.kinds.map((kind) => parsers[kind]!(options));
      this.#listener = (req, res) => respond(stack, req, res, seen);
    } catch (error: any) {
      return `refuses its options: ${error.message.split(' (got')[0]}`;
    }
    this.#peer = null;
    const received = await this.#send(sent, spec);
    return [...seen, received].join('\n');
  }

  #send(sent: Upload, spec: UploadSpec): Promise<string> {
    return new Promise((resolve, reject) => {
      const { port } = this.#server.address() as AddressInfo;
      const received: Buffer[] = [];
      const socket = net.connect(port, '127.0.0.1', () => void this.#write(socket, sent, spec));
      const timer = setTimeout(() => {
        socket.destroy();
        reject(new Error(`no response; so far ${Buffer.concat(received)}`));
      }, HANGS);
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

  async #write(socket: net.Socket, { headers, chunks }: Upload, spec: UploadSpec): Promise<void> {
    const fields = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    await this.#deliver(
      socket,
      Buffer.from(`POST / HTTP/1.1\r\nHost: host\r\n${fields.join('')}\r\n`, 'latin1'),
    );
    const isChunked = 'transfer-encoding' in headers;
    for (const chunk of chunks) await this.#deliver(socket, isChunked ? framed(chunk) : chunk);
    if (isIncomplete(spec)) {
      socket.end();
      return;
    }
    if (isChunked) await this.#deliver(socket, Buffer.from('0\r\n\r\n'));
    // The client does not half-close: a server would treat that as a disconnect and drop unfinished responses.
    socket.write('GET /second HTTP/1.1\r\nHost: host\r\nConnection: close\r\n\r\n');
  }

  /** Waits until the bytes have been read. Otherwise a socket may join and split them at random. */
  async #deliver(socket: net.Socket, bytes: Buffer): Promise<void> {
    socket.write(bytes);
    while (!socket.destroyed && !((this.#peer?.bytesRead ?? 0) >= socket.bytesWritten)) {
      await new Promise(setImmediate);
    }
  }
}

/** Responds with the number of events of the parsers. */
function respond(stack: any[], req: any, res: http.ServerResponse, seen: string[]): void {
  if (req.url === '/second') {
    res.end('second');
    return;
  }
  const step = (index: number): void => {
    if (index === stack.length) {
      res.end(`${seen.length}`);
      return;
    }
    stack[index](req, res, (error?: unknown) => {
      seen.push(`next ${index} body ${describe(req.body)}`);
      if (error !== undefined)
        seen.push(...describeError(error).filter((line) => !line.startsWith('received:')));
      step(index + 1);
    });
  };
  step(0);
}

function framed(chunk: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n')]);
}

function isIncomplete({ outcome, length }: UploadSpec): boolean {
  return outcome === 'aborted' || length === 'more';
}

/** Excludes what cannot be sent, what HTTP itself rejects, and inflating that races with a disconnect; other tests cover it. */
function isSendable(spec: UploadSpec): boolean {
  const texts = [spec.contentType ?? '', spec.contentEncoding ?? ''];
  const lengths = ['exact', 'chunked', 'more'];
  const outcomes = ['complete', 'aborted'];
  return (
    lengths.includes(spec.length) &&
    outcomes.includes(spec.outcome) &&
    texts.every((text) => !/[\r\n]/.test(text)) &&
    !(isIncomplete(spec) && spec.contentEncoding !== null)
  );
}

const sides = [new Side(), new Side()] as const;
before(() => Promise.all(sides.map((side) => side.open())));
after(() => {
  for (const side of sides) side.close();
});

test(`responds to ${cases} uploads over sockets as body-parser does (seed ${seed})`, async () => {
  const guarded = upload.map((spec) => ({ ...spec, options: { ...spec.options, guarded: false } }));
  await fc.assert(
    fc.asyncProperty(guarded.filter(isSendable), async (spec) => {
      const [wanted, got] = await Promise.all([
        sides[0].exchange(real, spec),
        sides[1].exchange(ours as unknown as Parsers, spec),
      ]);
      assert.equal(got, wanted);
    }),
    { numRuns: cases, seed },
  );
});
