import { ServerResponse } from 'node:http';

/**
 * Creates the class of an application's responses. `locals` is set in the constructor, unless a prototype has
 * it, so that all responses share one hidden class.
 */
export function createResponseClass(): typeof ServerResponse {
  return class extends (ServerResponse as any) {
    constructor(req: unknown, options?: unknown) {
      super(req, options);
      if (!('locals' in this)) this.locals = undefined;
    }
  } as unknown as typeof ServerResponse;
}
