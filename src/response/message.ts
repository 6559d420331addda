import { ServerResponse } from 'node:http';

/** A class of responses that are born as the application's own, complete with the one field it will write. */
export function responseClass(): typeof ServerResponse {
  return class extends (ServerResponse as any) {
    declare locals: unknown;

    constructor(req: unknown, options?: unknown) {
      super(req, options);
      this.locals = undefined;
    }
  } as unknown as typeof ServerResponse;
}
