/** Sends requests as fast as they are answered, and verifies each answer: `client.ts`, asked by its parent. */
import { once } from 'node:events';
import net from 'node:net';
import { type Answer, AnswerReader, headerOf } from '../support/answers.js';
import { answerWith, say } from '../support/child.js';
import { below, chance, type Random, randomOf } from '../support/random.js';
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
  /** Connections that were broken off on purpose. */
  aborts: number;
  mismatches: string[];
  /** Connections that the server closed, or that failed. */
  lost: number;
}

/** Requests under way on a connection. */
const DEPTH = 16;
/** The share of turns in which somebody else breaks off a connection. */
const ABORTS = 0.01;
const MANY = 20;

interface Pending {
  readonly kind: Kind;
  readonly id: number;
}

/** One connection that is never idle. */
class Pipeline {
  readonly #socket: net.Socket;
  readonly #reader = new AnswerReader();
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
    for (const answer of this.#reader.read(chunk)) this.#soak.verify(this.#pending.shift(), answer);
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

  verify(pending: Pending | undefined, answer: Answer): void {
    const { tally } = this;
    tally.requests++;
    const isRight =
      pending !== undefined &&
      headerOf(answer, 'X-Id') === String(pending.id) &&
      pending.kind.verify(answer, pending.id);
    if (!isRight && tally.mismatches.length < MANY) {
      const asked = pending?.kind.request(pending.id).slice(0, 300);
      tally.mismatches.push(`${asked}\ngot ${JSON.stringify(answer).slice(0, 500)}`);
    }
  }

  /** Somebody who sends a request, or part of one, and goes. */
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

/** Connections that are held open, each asked once, and asked again. */
class Held {
  readonly #sockets: net.Socket[] = [];

  async open(port: number, count: number): Promise<void> {
    // Some at a time: a server has a queue of those who wait to be let in.
    const openers = Array.from({ length: 100 }, async () => {
      while (this.#sockets.length < count) {
        const socket = net.connect(port, '127.0.0.1');
        this.#sockets.push(socket);
        await once(socket, 'connect');
      }
    });
    await Promise.all(openers);
  }

  /** How many of them got their own answer. */
  async ask(round: number): Promise<number> {
    const answers = this.#sockets.map(async (socket, index) => {
      const id = round * this.#sockets.length + index;
      const reader = new AnswerReader();
      socket.write(`GET /hello/${id} HTTP/1.1\r\nHost: x\r\nX-Id: ${id}\r\n\r\n`);
      for (;;) {
        const [answer] = reader.read((await once(socket, 'data'))[0]);
        if (answer) return answer.body === `hello ${id}` && headerOf(answer, 'X-Id') === String(id);
      }
    });
    return (await Promise.all(answers)).filter(Boolean).length;
  }

  close(): void {
    for (const socket of this.#sockets.splice(0)) socket.destroy();
  }
}

const held = new Held();

answerWith({
  async soak(load: Load): Promise<Tally> {
    const soak = new Soak(load);
    const timer = setInterval(() => say('progress', soak.tally), 1000);
    const tally = await soak.run();
    clearInterval(timer);
    return tally;
  },
  hold: (port: number, count: number) => held.open(port, count),
  ask: (round: number) => held.ask(round),
  release: () => held.close(),
});
