/** Clients that ask without pause and remember what became of every request, to find those that a server loses. */
import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import http, { Agent, type IncomingMessage } from 'node:http';
import { answerTo, UPLOAD } from './load-routes.js';

export interface Outcome {
  /** Its number, which is the last part of its path. */
  readonly id: number;
  readonly path: string;
  /** Whether it went over a connection that had been used before. */
  readonly isReused: boolean;
  /** Whether the right answer came, to its last byte. */
  readonly isWhole: boolean;
  /** The code of the error on the connection; '' if there was none. */
  readonly error: string;
  /** What came instead of the right answer. */
  readonly received: string;
  /** Who answered, if the answer says so. */
  readonly by: string | undefined;
}

export interface LoadOptions {
  readonly port: number;
  /** How many clients reuse their connection, and how many open one for each request. */
  readonly clients: { readonly keepAlive: number; readonly fresh: number };
  /** What they ask for, one after the other; without it, everything. */
  readonly kinds?: readonly Kind[];
}

type Kind = 'quick' | 'upload' | 'slow';

export class Load {
  readonly outcomes: Outcome[] = [];
  readonly #port: number;
  readonly #kinds: readonly Kind[];
  readonly #events = new EventEmitter().setMaxListeners(0);
  readonly #loops: Promise<void>[];
  #asked = 0;
  #isOver = false;

  constructor({ port, clients, kinds = ['quick', 'upload', 'slow'] }: LoadOptions) {
    this.#port = port;
    this.#kinds = kinds;
    this.#loops = [
      ...Array.from({ length: clients.keepAlive }, () => this.#loop(true)),
      ...Array.from({ length: clients.fresh }, () => this.#loop(false)),
    ];
  }

  /** Resolves when so many more answers have come. */
  async answered(count: number): Promise<void> {
    for (let left = count; left > 0; left--) await once(this.#events, 'whole');
  }

  /** Resolves when every client has ended: by itself, because it was refused, or now, after the request it has made. */
  async ended(): Promise<Outcome[]> {
    await Promise.all(this.#loops);
    return this.outcomes;
  }

  stop(): Promise<Outcome[]> {
    this.#isOver = true;
    return this.ended();
  }

  /** One client. It ends when nobody listens any more. */
  async #loop(keepAlive: boolean): Promise<void> {
    const agent = new Agent({ keepAlive, maxSockets: 1 });
    let outcome: Outcome | undefined;
    while (!this.#isOver && outcome?.error !== 'ECONNREFUSED') {
      const id = ++this.#asked;
      outcome = await ask(this.#port, agent, id, this.#kinds[id % this.#kinds.length]!);
      this.outcomes.push(outcome);
      if (outcome.isWhole) this.#events.emit('whole');
    }
    agent.destroy();
  }
}

/** Asserts that every request has been answered, whole. */
export function assertNoneLost(outcomes: readonly Outcome[]): void {
  assert.deepEqual(
    outcomes.filter(({ isWhole }) => !isWhole),
    [],
  );
}

function ask(port: number, agent: Agent, id: number, kind: Kind): Promise<Outcome> {
  const path = `/${kind}/${id}`;
  return new Promise((resolve) => {
    let received = '';
    let by: string | undefined;
    const end = (isRight: boolean, error = ''): void => {
      const isWhole = isRight && received === answerTo(id);
      resolve({
        id,
        path,
        isReused: req.reusedSocket,
        isWhole,
        error,
        received: isWhole ? '' : received,
        by,
      });
    };
    const onResponse = (res: IncomingMessage): void => {
      by = res.headers['x-answered-by'] as string | undefined;
      res.setEncoding('utf8').on('data', (chunk) => (received += chunk));
      res.on('error', ({ code }: NodeJS.ErrnoException) => end(false, code));
      res.on('end', () => end(res.complete && res.statusCode === 200));
    };
    const method = kind === 'upload' ? 'POST' : 'GET';
    const req = http.request({ host: '127.0.0.1', port, path, method, agent }, onResponse);
    req.on('error', ({ code }: NodeJS.ErrnoException) => end(false, code ?? 'unknown'));
    req.end(kind === 'upload' ? UPLOAD : undefined);
  });
}
