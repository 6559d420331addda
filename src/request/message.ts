import { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** Whether requests have Node's count of listeners before they have listeners, see docs/differences.md. */
export const isCountKept = process.env.MAGLEV_SHORTCUTS !== 'off';

/**
 * Makes the class of an application's requests. The constructor adds the fields that routing writes, in one order: if
 * they were added later, requests would have different hidden classes, which costs more than routing. `body`, `cookies`
 * and `route` are left out, because middleware checks whether they exist, and so are fields that a prototype has. Node
 * would add `_eventsCount` with the first listener, which readers of bodies are: all that comes behind would have two orders.
 */
export function createRequestClass(): typeof IncomingMessage {
  return class extends IncomingMessage {
    declare _eventsCount: number;
    declare res: unknown;
    declare next: unknown;
    declare baseUrl: unknown;
    declare originalUrl: unknown;
    declare _parsedUrl: unknown;
    declare params: unknown;

    constructor(socket: Socket) {
      super(socket);
      // Not 0: it is Node that counts.
      if (isCountKept) this._eventsCount += 0;
      if (!('res' in (this as object))) this.res = undefined;
      if (!('next' in (this as object))) this.next = undefined;
      if (!('baseUrl' in (this as object))) this.baseUrl = undefined;
      if (!('originalUrl' in (this as object))) this.originalUrl = undefined;
      if (!('_parsedUrl' in (this as object))) this._parsedUrl = undefined;
      if (!('params' in (this as object))) this.params = undefined;
    }
  };
}
