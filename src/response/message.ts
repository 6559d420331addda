import { ServerResponse } from 'node:http';

/** Makes the class of an application's responses. */
export function createResponseClass(): typeof ServerResponse {
  return class extends (ServerResponse as any) {} as unknown as typeof ServerResponse;
}
