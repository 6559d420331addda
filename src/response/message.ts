import { ServerResponse } from 'node:http';

/**
 * A class of responses that are born as the application's own, complete with the one field it will write, unless a
 * prototype has that.
 */
export function responseClass(): typeof ServerResponse {
  return class extends (ServerResponse as any) {
    constructor(req: unknown, options?: unknown) {
      super(req, options);
      if (!('locals' in this)) this.locals = undefined;
    }
  } as unknown as typeof ServerResponse;
}
