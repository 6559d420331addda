import { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/**
 * A class of requests that are born as the application's own. What routing will write is there from the start, in
 * one order: fields that appear later would give requests different hidden classes, and cost more than routing does.
 * `body`, `cookies` and `route` are not among them, because middleware asks whether they exist.
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
      this.res = undefined;
      this.next = undefined;
      this.baseUrl = undefined;
      this.originalUrl = undefined;
      this._parsedUrl = undefined;
      this.params = undefined;
    }
  };
}
