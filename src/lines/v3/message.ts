import { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { EmitterInternals } from '../../node-internals.js';
import { keepCount } from '../../request/message.js';

/** As in 4.x, without `params`, which 3.x sets in routes only, and `baseUrl`, which it never sets. */
export function createRequestClass(): typeof IncomingMessage {
  return class extends IncomingMessage {
    declare originalUrl: unknown;
    declare _parsedUrl: unknown;
    declare query: unknown;
    declare res: unknown;
    declare next: unknown;

    constructor(socket: Socket) {
      super(socket);
      keepCount(this as Partial<EmitterInternals>);
      if (!('originalUrl' in (this as object))) this.originalUrl = undefined;
      if (!('_parsedUrl' in (this as object))) this._parsedUrl = undefined;
      if (!('query' in (this as object))) this.query = undefined;
      if (!('res' in (this as object))) this.res = undefined;
      if (!('next' in (this as object))) this.next = undefined;
    }
  };
}
