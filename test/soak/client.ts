/** Sends requests as fast as they get responses, and verifies each response: `client.ts`, called by its parent. */
import { once } from 'node:events';
import net from 'node:net';
import { handleCalls, sendMessage } from '../support/child.js';
import { below, chance, type Random, randomOf } from '../support/random.js';
import { headerOf, type RawResponse, ResponseReader } from '../support/response-reader.js';
import { type Kind, workload } from './workload.js';

export interface Load {
  readonly port: number;
  readonly line: number;
  readonly seed: number;
  readonly connections: number;
  readonly requests: number;
  readonly seconds: number;
}

export interface Tally {
  requests: number;
  /** Connections that the client aborted deliberately. */
  aborts: number;
  mismatches: string[];
  /** Connections that the server closed, or that failed. */
  lost: number;
}

/** Pipelined requests per connection. */
const DEPTH = 16;
/** The probability that a batch of requests comes with an aborted connection. */
const ABORTS = 0.01;
const MANY = 20;

interface Pending {
  readonly kind: Kind;
  readonly id: number;
}

/** One connection that is never idle. */
class Pipeline {
  readonly #socket: net.Socket;
  readonly #reader = new ResponseReader();
  readonly #pending: Pending[] = [];
  readonly #soak: Soak;
  #isOver = false;

  constructor(port: number, soak: Soak, done: () => void) {
    this.#soak = soak;
    this.#socket = net.connect(port, '127.0.0.1', () => this.#fill());
    this.#socket.setNoDelay(true);
    this.#socket.on('data', (chunk) => this.#take(chunk));
    this.#socket.on('error', () => {});
    this.#socket.on('close', () => {
      if (!this.#isOver) soak.tally.lost++;
      done();
    });
  }

  #take(chunk: Buffer): void {
    for (const response of this.#reader.read(chunk)) this.#soak.verify(this.#pending.shift(), response);
    if (this.#pending.length <= DEPTH / 2) this.#fill();
  }

  #fill(): void {
    let bytes = '';
    while (this.#pending.length < DEPTH && this.#soak.goesOn()) {
      const { kind, id } = this.#soak.next();
      this.#pending.push({ kind, id });
      this.#reader.expect(kind.method);
      bytes += kind.request(id);
    }
    if (bytes !== '') this.#socket.write(bytes, 'latin1');
    if (this.#pending.length > 0) return;
    this.#isOver = true;
    this.#socket.end();
  }
}

class Soak {
  readonly tally: Tally = { requests: 0, aborts: 0, mismatches: [], lost: 0 };
  readonly #load: Load;
  readonly #random: Random;
  readonly #kind: () => Kind;
  readonly #deadline: number;
  #id = 0;

  constructor(load: Load) {
    this.#load = load;
    this.#random = randomOf(load.seed);
    this.#kind = workload(this.#random, load.line);
    this.#deadline = performance.now() + load.seconds * 1000;
  }

  async run(): Promise<Tally> {
    const { port, connections } = this.#load;
    const pipelines = Array.from(
      { length: connections },
      () => new Promise<void>((resolve) => new Pipeline(port, this, resolve)),
    );
    await Promise.all(pipelines);
    return this.tally;
  }

  goesOn(): boolean {
    const { tally } = this;
    if (tally.mismatches.length >= MANY || this.#id >= this.#load.requests) return false;
    return performance.now() < this.#deadline;
  }

  next(): Pending {
    if (chance(this.#random, ABORTS / DEPTH)) this.#abort();
    return { kind: this.#kind(), id: ++this.#id };
  }

  verify(pending: Pending | undefined, response: RawResponse): void {
    const { tally } = this;
    tally.requests++;
    const isRight =
      pending !== undefined &&
      headerOf(response, 'X-Id') === String(pending.id) &&
      pending.kind.verify(response, pending.id);
    if (!isRight && tally.mismatches.length < MANY) {
      const request = pending?.kind.request(pending.id).slice(0, 300);
      tally.mismatches.push(`${request}\ngot ${JSON.stringify(response).slice(0, 500)}`);
    }
  }

  /** Opens a connection, sends a request or part of one, and closes it. */
  #abort(): void {
    this.tally.aborts++;
    const bytes = this.#kind().request(0);
    const cut = below(this.#random, bytes.length) + 1;
    const socket = net.connect(this.#load.port, '127.0.0.1', () => {
      socket.write(bytes.slice(0, cut), 'latin1', () => socket.destroy());
    });
    socket.on('error', () => {});
  }
}

/** Connections that are held open and send one request per round. */
class Held {
  readonly #sockets: net.Socket[] = [];

  async open(port: number, count: number): Promise<void> {
    // Some at a time, because the server's accept queue is limited.
    const openers = Array.from({ length: 100 }, async () => {
      while (this.#sockets.length < count) {
        const socket = net.connect(port, '127.0.0.1');
        this.#sockets.push(socket);
        await once(socket, 'connect');
      }
    });
    await Promise.all(openers);
  }

  /** Returns how many connections got their own response. */
  async sendRequests(round: number): Promise<number> {
    const responses = this.#sockets.map(async (socket, index) => {
      const id = round * this.#sockets.length + index;
      const reader = new ResponseReader();
      socket.write(`GET /hello/${id} HTTP/1.1\r\nHost: x\r\nX-Id: ${id}\r\n\r\n`);
      for (;;) {
        const [response] = reader.read((await once(socket, 'data'))[0]);
        if (response) return response.body === `hello ${id}` && headerOf(response, 'X-Id') === String(id);
      }
    });
    return (await Promise.all(responses)).filter(Boolean).length;
  }

  close(): void {
    for (const socket of this.#sockets.splice(0)) socket.destroy();
  }
}

const held = new Held();

handleCalls({
  async soak(load: Load): Promise<Tally> {
    const soak = new Soak(load);
    const timer = setInterval(() => sendMessage('progress', soak.tally), 1000);
    const tally = await soak.run();
    clearInterval(timer);
    return tally;
  },
  hold: (port: number, count: number) => held.open(port, count),
  sendRequests: (round: number) => held.sendRequests(round),
  release: () => held.close(),
});
