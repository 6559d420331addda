/** Sends requests repeatedly, on several connections in parallel, and measures how long the responses take. */

import { Connection, type OutgoingRequest, type Seen } from './connection.js';
import { percentile } from './statistics.js';

export interface Job extends Crowd {
  /** Sent in turn. */
  readonly requests: readonly Wire[];
}

/** How many connections send requests, to which port, and for how long. */
export interface Crowd {
  readonly port: number;
  readonly connections: number;
  /** Requests that each connection sends before the response to the first of them; 1 by default. */
  readonly pipelining?: number;
  /** Ends after this many responses, or after this many milliseconds. */
  readonly amount?: number;
  readonly milliseconds?: number;
}

/** A request as its bytes in base64, and the expected response. */
export interface Wire extends Expected {
  readonly bytes: string;
  readonly isHead: boolean;
}

/** A request, ready to be sent. */
export interface Shot extends OutgoingRequest, Expected {}

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

/** Connections that are opened in parallel: fewer than 511, the length of Node's listen backlog. */
const CROWD = 400;

/** Keeps all connections busy, and checks every response. */
export function fire({ requests, ...crowd }: Job): Promise<Load> {
  const shots = requests.map((wire): Shot => ({ ...wire, bytes: Buffer.from(wire.bytes, 'base64') }));
  let sent = 0;
  return fireShots(crowd, () => shots[sent++ % shots.length]!);
}

/** The same with requests that `next` returns. */
export async function fireShots(crowd: Crowd, next: () => Shot): Promise<Load> {
  const volley = new Volley(crowd, next);
  const connections: Connection<Sent>[] = [];
  try {
    while (connections.length < crowd.connections) {
      const count = Math.min(CROWD, crowd.connections - connections.length);
      const opening = Array.from({ length: count }, () => Connection.open(crowd.port, volley));
      connections.push(...(await Promise.all(opening)));
      if (crowd.connections > CROWD) await acceptedAll(crowd.port, next());
    }
    return await volley.run(connections);
  } finally {
    for (const connection of connections) connection.close();
  }
}

/**
 * Resolves when the server has accepted all connections so far: it accepts them in order, and responds to the last one. The
 * system reports connections as open before that, and drops some of them if too many wait. Once thousands are busy, Node accepts
 * only one waiting connection each time it has served all others: the last of them would wait for longer than 10 s.
 */
function acceptedAll(port: number, shot: Shot): Promise<void> {
  return new Promise((resolve, reject) => {
    const opening = Connection.open<Shot>(port, {
      onResponse: () => resolve(opening.then((last) => last.close())),
      onLoss: (_, error) => reject(lossOf(shot, error)),
    });
    opening.then((last) => last.send(shot), reject);
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

function lossOf({ name }: Shot, error: Error): Refused {
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
  readonly shot: Shot;
  readonly connection: Connection<Sent>;
  readonly start: number;
}

/** The state that all connections of a load share. */
class Volley {
  readonly #crowd: Crowd;
  readonly #next: () => Shot;
  readonly #times: number[] = [];
  #sent = 0;
  #begin = 0;
  #last = 0;
  #resolve: (load: Load) => void = () => {};
  #reject: (error: Error) => void = () => {};

  constructor(crowd: Crowd, next: () => Shot) {
    this.#crowd = crowd;
    this.#next = next;
  }

  run(connections: readonly Connection<Sent>[]): Promise<Load> {
    return new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
      this.#begin = this.#last = performance.now();
      const { pipelining = 1 } = this.#crowd;
      for (const connection of connections) {
        for (let i = 0; i < pipelining; i++) this.#send(connection);
      }
    });
  }

  onResponse({ shot, connection, start }: Sent, seen: Seen): void {
    this.#last = performance.now();
    this.#times.push(this.#last - start);
    const mistake = mistakeIn(seen, shot);
    if (mistake !== undefined) this.#reject(new Refused(shot.name, mistake));
    else this.#send(connection);
    if (this.#times.length === this.#sent)
      this.#resolve(loadOf(Float64Array.from(this.#times), this.#last - this.#begin));
  }

  onLoss({ shot }: Sent, error: Error): void {
    this.#reject(lossOf(shot, error));
  }

  #send(connection: Connection<Sent>): void {
    const { amount = Number.POSITIVE_INFINITY, milliseconds = Number.POSITIVE_INFINITY } = this.#crowd;
    // Sends at least one request, because nothing would end a load without one.
    const isOver = this.#sent > 0 && this.#last - this.#begin >= milliseconds;
    if (this.#sent >= amount || isOver) return;
    const shot = this.#next();
    this.#sent++;
    connection.send({ bytes: shot.bytes, isHead: shot.isHead, shot, connection, start: performance.now() });
  }
}
