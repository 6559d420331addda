import { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/**
 * A class of requests that are born as the application's own. What routing will write is there from the start, in
 * one order: fields that appear later would give requests different hidden classes, and cost more than routing does.
 * `body`, `cookies` and `route` are not among them, because middleware asks whether they exist, nor is what somebody has
 * put on a prototype, which would not be seen any more.
 */
export function requestClass(): typeof IncomingMessage {
  return class extends IncomingMessage {
    declare res: unknown;
    declare next: unknown;
    declare baseUrl: unknown;
    declare originalUrl: unknown;
    declare _parsedUrl: unknown;
    declare params: unknown;

    constructor(socket: Socket) {
      super(socket);
      if (!('res' in (this as object))) this.res = undefined;
      if (!('next' in (this as object))) this.next = undefined;
      if (!('baseUrl' in (this as object))) this.baseUrl = undefined;
      if (!('originalUrl' in (this as object))) this.originalUrl = undefined;
      if (!('_parsedUrl' in (this as object))) this._parsedUrl = undefined;
      if (!('params' in (this as object))) this.params = undefined;
    }
  };
}
