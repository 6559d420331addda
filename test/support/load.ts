/** Clients that send requests without pause and record the outcome of each, to find requests that a server loses. */
import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import http, { Agent, type IncomingMessage } from 'node:http';
import { bodyFor, UPLOAD } from './load-routes.js';

export interface Outcome {
  /** The last segment of its path. */
  readonly id: number;
  readonly path: string;
  /** Whether it used a connection that had been used before. */
  readonly isReused: boolean;
  /** Whether the expected response arrived, to its last byte. */
  readonly isComplete: boolean;
  /** The error code of the connection; '' if there was none. */
  readonly error: string;
  /** The bytes received instead of the expected response. */
  readonly received: string;
  /** The process that responded, if the response names it. */
  readonly by: string | undefined;
}

export interface LoadOptions {
  readonly port: number;
  /** How many clients reuse their connection, and how many open one per request. */
  readonly clients: { readonly keepAlive: number; readonly fresh: number };
  /** The requests that clients send in turn; by default, all of them. */
  readonly kinds?: readonly Kind[];
}

type Kind = 'quick' | 'upload' | 'slow';

export class Load {
  readonly outcomes: Outcome[] = [];
  readonly #port: number;
  readonly #kinds: readonly Kind[];
  readonly #events = new EventEmitter().setMaxListeners(0);
  readonly #loops: Promise<void>[];
  #sent = 0;
  #isOver = false;

  constructor({ port, clients, kinds = ['quick', 'upload', 'slow'] }: LoadOptions) {
    this.#port = port;
    this.#kinds = kinds;
    this.#loops = [
      ...Array.from({ length: clients.keepAlive }, () => this.#loop(true)),
      ...Array.from({ length: clients.fresh }, () => this.#loop(false)),
    ];
  }

  /** Resolves after this many more complete responses. */
  async completed(count: number): Promise<void> {
    for (let left = count; left > 0; left--) await once(this.#events, 'complete');
  }

  /** Resolves when every client has ended: because its connection was refused, or after its current request. */
  async ended(): Promise<Outcome[]> {
    await Promise.all(this.#loops);
    return this.outcomes;
  }

  stop(): Promise<Outcome[]> {
    this.#isOver = true;
    return this.ended();
  }

  /** One client. It ends when the connection is refused. */
  async #loop(keepAlive: boolean): Promise<void> {
    const agent = new Agent({ keepAlive, maxSockets: 1 });
    let outcome: Outcome | undefined;
    while (!this.#isOver && outcome?.error !== 'ECONNREFUSED') {
      const id = ++this.#sent;
      outcome = await send(this.#port, agent, id, this.#kinds[id % this.#kinds.length]!);
      this.outcomes.push(outcome);
      if (outcome.isComplete) this.#events.emit('complete');
    }
    agent.destroy();
  }
}

/** Asserts that every request got a complete response. */
export function assertNoneLost(outcomes: readonly Outcome[]): void {
  assert.deepEqual(
    outcomes.filter(({ isComplete }) => !isComplete),
    [],
  );
}

function send(port: number, agent: Agent, id: number, kind: Kind): Promise<Outcome> {
  const path = `/${kind}/${id}`;
  return new Promise((resolve) => {
    let received = '';
    let by: string | undefined;
    const end = (isRight: boolean, error = ''): void => {
      const isComplete = isRight && received === bodyFor(id);
      resolve({
        id,
        path,
        isReused: req.reusedSocket,
        isComplete,
        error,
        received: isComplete ? '' : received,
        by,
      });
    };
    const onResponse = (res: IncomingMessage): void => {
      by = res.headers['x-served-by'] as string | undefined;
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
