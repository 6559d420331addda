/** The requests of a scenario, prepared before any of them is timed: as bytes, with what the answer has to look like. */
import { bytesOf, requestOf, type Shot } from '../shared.js';
import type { Exchange } from './exchange.js';
import { type Pool, requestsOf } from './pool.js';

/** Hands them out one after the other, and begins anew at the end. */
export class Shots {
  readonly #all: readonly Shot[];
  #handed = 0;

  constructor(pool: Pool) {
    this.#all = requestsOf(pool).map((exchange) => new Prepared(exchange));
  }

  readonly next = (): Shot => this.#all[this.#handed++ % this.#all.length]!;
}

class Prepared implements Shot {
  readonly bytes: Buffer;
  readonly isHead: boolean;
  readonly status: number;
  readonly length: number | null;

  constructor(exchange: Exchange) {
    const { status, headers, method, path, body = null } = exchange;
    this.bytes = bytesOf(requestOf({ method, path, body, headers: Object.entries(headers) }));
    this.isHead = method === 'HEAD';
    this.status = status;
    this.length = lengthOf(exchange);
  }

  /** Read when something is wrong only, so that a hundred thousand of them need not be kept. */
  get name(): string {
    return this.bytes.toString('latin1', 0, this.bytes.indexOf(' HTTP/'));
  }
}

/** Whatever framework sends it, a value has one text. */
function lengthOf({ text, json }: Exchange): number | null {
  const body = json === undefined ? text : JSON.stringify(json);
  return body === undefined ? null : Buffer.byteLength(body);
}
