import { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** As in the other lines, without what 3.x puts on requests in routes only (`params`), or never (`baseUrl`). */
export function requestClass(): typeof IncomingMessage {
  return class extends IncomingMessage {
    declare res: unknown;
    declare next: unknown;
    declare originalUrl: unknown;
    declare _parsedUrl: unknown;

    constructor(socket: Socket) {
      super(socket);
      this.res = undefined;
      this.next = undefined;
      this.originalUrl = undefined;
      this._parsedUrl = undefined;
    }
  };
}
