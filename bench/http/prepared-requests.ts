/** The requests of a scenario, prepared as bytes before they are timed, with the expected status and length. */
import { bytesOf, type PreparedRequest, requestOf } from '../shared.js';
import type { Exchange } from './exchange.js';
import { type Pool, requestsOf } from './pool.js';

/** Returns them one after the other, and starts again at the end. */
export class PreparedRequests {
  readonly #all: readonly PreparedRequest[];
  #index = 0;

  constructor(pool: Pool) {
    this.#all = requestsOf(pool).map((exchange) => new Prepared(exchange));
  }

  readonly next = (): PreparedRequest => this.#all[this.#index++ % this.#all.length]!;
}

class Prepared implements PreparedRequest {
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

  /** Only used in error messages, so it is not stored for each of a hundred thousand requests. */
  get name(): string {
    return this.bytes.toString('latin1', 0, this.bytes.indexOf(' HTTP/'));
  }
}

/** All frameworks serialize a value to the same text. */
function lengthOf({ text, json }: Exchange): number | null {
  const body = json === undefined ? text : JSON.stringify(json);
  return body === undefined ? null : Buffer.byteLength(body);
}
