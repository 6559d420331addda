/** Sends requests repeatedly, on several connections in parallel, and measures how long the responses take. */

import { Connection, type OutgoingRequest, type Seen } from './connection.js';
import { percentile } from './statistics.js';

export interface Job extends LoadOptions {
  /** Sent in turn. */
  readonly requests: readonly EncodedRequest[];
}

/** How many connections send requests, to which port, and for how long. */
export interface LoadOptions {
  readonly port: number;
  readonly connections: number;
  /** Requests that each connection sends before the response to the first of them; 1 by default. */
  readonly pipelining?: number;
  /** Ends after this many responses, or after this many milliseconds. */
  readonly amount?: number;
  readonly milliseconds?: number;
}

/** A request as its bytes in base64, and the expected response. */
export interface EncodedRequest extends Expected {
  readonly bytes: string;
  readonly isHead: boolean;
}

/** A request, ready to be sent. */
export interface PreparedRequest extends OutgoingRequest, Expected {}

interface Expected {
  readonly name: string;
  readonly status: number;
  /** Bytes of the body; null if they vary. */
  readonly length: number | null;
}

export interface Load {
  readonly count: number;
  readonly milliseconds: number;
  readonly p50: number;
  readonly p99: number;
}

/** How many connections are opened at once: fewer than 511, the length of Node's listen backlog. */
const BATCH = 400;

/** Keeps all connections busy, and checks every response. */
export function sendJob({ requests, ...options }: Job): Promise<Load> {
  const prepared = requests.map(
    (encoded): PreparedRequest => ({ ...encoded, bytes: Buffer.from(encoded.bytes, 'base64') }),
  );
  let sent = 0;
  return sendLoad(options, () => prepared[sent++ % prepared.length]!);
}

/** The same with requests that `next` returns. */
export async function sendLoad(options: LoadOptions, next: () => PreparedRequest): Promise<Load> {
  const run = new LoadRun(options, next);
  const connections: Connection<Sent>[] = [];
  try {
    while (connections.length < options.connections) {
      const count = Math.min(BATCH, options.connections - connections.length);
      const opening = Array.from({ length: count }, () => Connection.open(options.port, run));
      connections.push(...(await Promise.all(opening)));
      if (options.connections > BATCH) await acceptedAll(options.port, next());
    }
    return await run.run(connections);
  } finally {
    for (const connection of connections) connection.close();
  }
}

/**
 * Resolves when the server has accepted all connections so far: it accepts them in order, and responds to the last one. The
 * system reports connections as open before that, and drops some of them if too many wait. Once thousands are busy, Node accepts
 * only one waiting connection each time it has served all others: the last of them would wait for longer than 10 s.
 */
function acceptedAll(port: number, request: PreparedRequest): Promise<void> {
  return new Promise((resolve, reject) => {
    const opening = Connection.open<PreparedRequest>(port, {
      onResponse: () => resolve(opening.then((last) => last.close())),
      onLoss: (_, error) => reject(lossOf(request, error)),
    });
    opening.then((last) => last.send(request), reject);
  });
}

/** Summarizes the duration of each response and of all, in milliseconds. */
export function loadOf(times: Float64Array, milliseconds: number): Load {
  const sorted = times.toSorted();
  return {
    count: times.length,
    milliseconds,
    p50: percentile(sorted, 0.5),
    p99: percentile(sorted, 0.99),
  };
}

/** A request that does not get the expected response under load. */
export class Refused extends Error {
  readonly request: string;

  constructor(request: string, why: string) {
    super(`${request} ${why} under load`);
    this.request = request;
  }
}

function lossOf({ name }: PreparedRequest, error: Error): Refused {
  return new Refused(name, `gets no response (${error.message})`);
}

/** What is wrong with a response; undefined if nothing is. */
function mistakeIn(response: Seen, { status, length }: Expected): string | undefined {
  if (response.status !== status) return `has status ${response.status} instead of ${status}`;
  if (length !== null && response.length !== length)
    return `has ${response.length} bytes instead of ${length}`;
  return undefined;
}

/** A request that has been sent. */
interface Sent extends OutgoingRequest {
  readonly request: PreparedRequest;
  readonly connection: Connection<Sent>;
  readonly start: number;
}

/** The state that all connections of a load share. */
class LoadRun {
  readonly #options: LoadOptions;
  readonly #next: () => PreparedRequest;
  readonly #times: number[] = [];
  #sent = 0;
  #begin = 0;
  #last = 0;
  #resolve: (load: Load) => void = () => {};
  #reject: (error: Error) => void = () => {};

  constructor(options: LoadOptions, next: () => PreparedRequest) {
    this.#options = options;
    this.#next = next;
  }

  run(connections: readonly Connection<Sent>[]): Promise<Load> {
    return new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
      this.#begin = this.#last = performance.now();
      const { pipelining = 1 } = this.#options;
      for (const connection of connections) {
        for (let i = 0; i < pipelining; i++) this.#send(connection);
      }
    });
  }

  onResponse({ request, connection, start }: Sent, seen: Seen): void {
    this.#last = performance.now();
    this.#times.push(this.#last - start);
    const mistake = mistakeIn(seen, request);
    if (mistake !== undefined) this.#reject(new Refused(request.name, mistake));
    else this.#send(connection);
    if (this.#times.length === this.#sent)
      this.#resolve(loadOf(Float64Array.from(this.#times), this.#last - this.#begin));
  }

  onLoss({ request }: Sent, error: Error): void {
    this.#reject(lossOf(request, error));
  }

  #send(connection: Connection<Sent>): void {
    const { amount = Number.POSITIVE_INFINITY, milliseconds = Number.POSITIVE_INFINITY } = this.#options;
    // Sends at least one request, because nothing would end a load without one.
    const isOver = this.#sent > 0 && this.#last - this.#begin >= milliseconds;
    if (this.#sent >= amount || isOver) return;
    const request = this.#next();
    this.#sent++;
    connection.send({
      bytes: request.bytes,
      isHead: request.isHead,
      request,
      connection,
      start: performance.now(),
    });
  }
}
