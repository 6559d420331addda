import { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { EmitterInternals } from '../../node-internals.js';
import { keepCount } from '../../request/message.js';

/** As in 5.x, in the order of 4.x, which runs a layer that parses the query before it initialises the messages. */
export function createRequestClass(): typeof IncomingMessage {
  return class extends IncomingMessage {
    declare next: unknown;
    declare baseUrl: unknown;
    declare originalUrl: unknown;
    declare _parsedUrl: unknown;
    declare params: unknown;
    declare query: unknown;
    declare res: unknown;

    constructor(socket: Socket) {
      super(socket);
      keepCount(this as Partial<EmitterInternals>);
      if (!('next' in (this as object))) this.next = undefined;
      if (!('baseUrl' in (this as object))) this.baseUrl = undefined;
      if (!('originalUrl' in (this as object))) this.originalUrl = undefined;
      if (!('_parsedUrl' in (this as object))) this._parsedUrl = undefined;
      if (!('params' in (this as object))) this.params = undefined;
      if (!('query' in (this as object))) this.query = undefined;
      if (!('res' in (this as object))) this.res = undefined;
    }
  };
}
