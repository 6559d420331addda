import { createRequire } from 'node:module';
import type Send from 'send-v0';

const require = createRequire(import.meta.url);

/** The send of 4.x, also where code may not be generated from strings. */
export const send: typeof Send = load();

function load(): typeof Send {
  try {
    return require('send-v0');
  } catch (error) {
    if (!(error instanceof EvalError)) throw error;
    return loadUnwrapped();
  }
}

/** It wraps its deprecated members by generated functions. They are not reachable from here, and may stay bare. */
function loadUnwrapped(): typeof Send {
  const path = createRequire(require.resolve('send-v0')).resolve('depd');
  const depd = require(path);
  const cached = require.cache[path]!;
  cached.exports = (namespace: string) => Object.assign(depd(namespace), { function: (fn: unknown) => fn });
  try {
    return require('send-v0');
  } finally {
    cached.exports = depd;
  }
}
