/** Requests over and over, on several connections at once, and how long their answers took. */

import { Connection } from './connection.js';
import { percentile } from './statistics.js';

export interface Job {
  readonly port: number;
  readonly connections: number;
  /** Sent in turn. */
  readonly requests: readonly Wire[];
  /** Ends after this many answers, or after this many milliseconds. */
  readonly amount?: number;
  readonly milliseconds?: number;
}

/** A request as its bytes in base64, and what a right answer looks like. */
export interface Wire {
  readonly name: string;
  readonly bytes: string;
  readonly isHead: boolean;
  readonly status: number;
  /** Bytes of the body; null where it is not the same each time. */
  readonly length: number | null;
}

export interface Load {
  readonly count: number;
  readonly milliseconds: number;
  readonly p50: number;
  readonly p99: number;
}

/** Keeps all connections busy, and checks every answer. */
export async function fire(job: Job): Promise<Load> {
  const {
    port,
    connections,
    amount = Number.POSITIVE_INFINITY,
    milliseconds = Number.POSITIVE_INFINITY,
  } = job;
  const wires = job.requests.map((wire) => ({ ...wire, bytes: Buffer.from(wire.bytes, 'base64') }));
  const times: number[] = [];
  const opened = await Promise.all(Array.from({ length: connections }, () => Connection.open(port)));
  const begin = performance.now();
  let sent = 0;
  let last = begin;
  const work = async (connection: Connection) => {
    while (sent < amount) {
      const wire = wires[sent++ % wires.length]!;
      const start = performance.now();
      const answer = await connection.ask(wire.bytes, wire.isHead).catch((error) => {
        throw new Refused(wire.name, `gets no answer (${error.message})`);
      });
      last = performance.now();
      times.push(last - start);
      check(answer, wire);
      // Checked last, so that at least one request is sent.
      if (last - begin >= milliseconds) return;
    }
  };
  try {
    await Promise.all(opened.map(work));
  } finally {
    for (const connection of opened) connection.close();
  }
  return loadOf(Float64Array.from(times), last - begin);
}

/** Of the milliseconds that each answer took, and those of all. */
export function loadOf(times: Float64Array, milliseconds: number): Load {
  const sorted = times.toSorted();
  return {
    count: times.length,
    milliseconds,
    p50: percentile(sorted, 0.5),
    p99: percentile(sorted, 0.99),
  };
}

/** A request that does not get its answer under load. */
export class Refused extends Error {
  readonly request: string;

  constructor(request: string, why: string) {
    super(`${request} ${why} under load`);
    this.request = request;
  }
}

function check(
  answer: { status: number; length: number },
  { name, status, length }: Omit<Wire, 'bytes'>,
): void {
  if (answer.status !== status) throw new Refused(name, `has status ${answer.status} instead of ${status}`);
  if (length !== null && answer.length !== length) {
    throw new Refused(name, `has ${answer.length} bytes instead of ${length}`);
  }
}
