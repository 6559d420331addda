/**
 * Express 3, kept to itself: its connect changes `ServerResponse.prototype` for the whole process, which would change
 * what the other lines do, and hide what ours fail to do. It gets a class of its own to change.
 */
import http from 'node:http';
import Module, { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

class ServerResponse extends (http.ServerResponse as any) {}
delete (ServerResponse.prototype as { constructor?: unknown }).constructor;
const ownHttp = Object.assign(Object.create(http), { ServerResponse });

/** Loads something that reads the environment only now: in that of tests, errors are not logged. */
export function quietly<Loaded>(load: () => Loaded): Loaded {
  const { NODE_ENV } = process.env;
  process.env.NODE_ENV = 'test';
  try {
    return load();
  } finally {
    if (NODE_ENV === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = NODE_ENV;
  }
}

function load(): any {
  const loader = Module as unknown as { _load(request: string, ...rest: unknown[]): unknown };
  const { _load } = loader;
  loader._load = function (request, ...rest) {
    return request === 'http' ? ownHttp : _load.call(this, request, ...rest);
  };
  try {
    return require('express3');
  } finally {
    loader._load = _load;
  }
}

export const express3: any = quietly(load);
