import { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { type EmitterInternals, isFastPathEnabled } from '../node-internals.js';

/**
 * Gives a request `_eventsCount` before it has listeners, see docs/differences.md. Node would add it with the first listener, which
 * only requests with a body get: fields that are added later would then be in two orders, and create two hidden classes.
 */
export function keepCount(req: Partial<EmitterInternals>): void {
  if (!isFastPathEnabled) return;
  try {
    // Not 0: Node counts the listeners.
    req._eventsCount! += 0;
  } catch {
    // A prototype has it as read-only.
  }
}

/**
 * Makes the class of an application's requests. The constructor adds the fields that routing writes to every request, in the order
 * in which Express adds them, which `console.log(req)` shows: if they were added later, requests would have different hidden
 * classes, which costs more than routing. `params` and `route` are left out, because Express adds the one first that is needed first;
 * `body` and `cookies`, because middleware checks whether they exist; and fields that a prototype has.
 */
export function createRequestClass(): typeof IncomingMessage {
  return class extends IncomingMessage {
    declare res: unknown;
    declare next: unknown;
    declare baseUrl: unknown;
    declare originalUrl: unknown;
    declare _parsedUrl: unknown;

    constructor(socket: Socket) {
      super(socket);
      keepCount(this as Partial<EmitterInternals>);
      if (!('res' in (this as object))) this.res = undefined;
      if (!('next' in (this as object))) this.next = undefined;
      if (!('baseUrl' in (this as object))) this.baseUrl = undefined;
      if (!('originalUrl' in (this as object))) this.originalUrl = undefined;
      if (!('_parsedUrl' in (this as object))) this._parsedUrl = undefined;
    }
  };
}
