/**
 * Loads Express 3 in isolation. Its connect patches `ServerResponse.prototype` for the entire process, which would change
 * the behaviour of the other major versions and hide missing features in maglev. It patches a separate class instead.
 */
import http from 'node:http';
import Module, { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

class ServerResponse extends (http.ServerResponse as any) {}
delete (ServerResponse.prototype as { constructor?: unknown }).constructor;
nameHeaders(ServerResponse.prototype);

/** A response without Express's prototype, for the parts of Express 3 that accept any response. */
export class OldResponse extends (http.ServerResponse as any) {}
nameHeaders(OldResponse.prototype);

/** Express 3 reads and replaces headers through `_headers`, which Node removed in version 24. */
function nameHeaders(prototype: object): void {
  if ('_headers' in prototype) return;
  Object.defineProperty(prototype, '_headers', {
    get() {
      return this.getHeaders();
    },
    set(headers: object | null) {
      for (const name of this.getHeaderNames()) this.removeHeader(name);
      for (const [name, value] of Object.entries(headers ?? {})) this.setHeader(name, value);
    },
  });
}

const ownHttp = Object.assign(Object.create(http), { ServerResponse });

/** Loads a module that reads NODE_ENV on load. In the test environment, errors are not logged. */
async function quietly<Loaded>(load: () => Loaded | Promise<Loaded>): Promise<Loaded> {
  const { NODE_ENV } = process.env;
  process.env.NODE_ENV = 'test';
  try {
    return await load();
  } finally {
    if (NODE_ENV === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = NODE_ENV;
  }
}

function load(): any {
  const loader = Module as unknown as { _load(request: string, ...rest: unknown[]): unknown };
  const { _load } = loader;
  let mime: unknown;
  loader._load = function (request, ...rest) {
    if (request === 'http') return ownHttp;
    const exports = _load.call(this, request, ...rest);
    // Installed alone, Express 3 has one table of media types. Here another version of mime is hoisted, so it would load two.
    return request === 'mime' ? (mime ??= exports) : exports;
  };
  try {
    return require('express3');
  } finally {
    loader._load = _load;
  }
}

export const express3: any = await quietly(load);

/** How often Express 3 would have searched endlessly. */
export const endless = { searches: 0 };

/** More failures than any request that terminates causes. */
const MANY = 20;
const failures = new WeakMap<object, number>();

/**
 * Express 3 restarts the route search immediately and endlessly when the search itself fails after the first route:
 * for a path segment that cannot be decoded, or for OPTIONS after a response was sent. This closes the connection instead.
 */
function giveUp(search: (this: any, req: any, ...rest: any[]) => unknown) {
  return function (this: any, req: any, ...rest: any[]): unknown {
    try {
      return search.call(this, req, ...rest);
    } catch (error) {
      const count = (failures.get(req) ?? 0) + 1;
      failures.set(req, count);
      if (count < MANY) throw error;
      endless.searches++;
      req.socket.destroy();
      return undefined;
    }
  };
}

for (const name of ['matchRequest', '_options']) {
  express3.Router.prototype[name] = giveUp(express3.Router.prototype[name]);
}

/** maglev also reads NODE_ENV on load. */
export const named3 = await quietly(() => import('../../src/v3.js'));
export const maglev3: any = named3.default;
