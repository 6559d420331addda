import { createRequire } from 'node:module';
import type Send from 'send-v0';
import { defer } from '../../packages.js';

const require = createRequire(import.meta.url);

const loaded = defer(loadSend);

/** The send of 4.x, also if code generation from strings is disallowed. */
export const send: typeof Send = (...args) => loaded()(...args);

function loadSend(): typeof Send {
  try {
    return require('send-v0');
  } catch (error) {
    if (!(error instanceof EvalError)) throw error;
    return loadWithoutDepd();
  }
}

/** send-v0 wraps deprecated members by depd's generated functions. They are not used here, so they are not wrapped. */
function loadWithoutDepd(): typeof Send {
  const path = require.resolve('depd');
  const depd = require(path);
  const cached = require.cache[path]!;
  cached.exports = (namespace: string) => Object.assign(depd(namespace), { function: (fn: unknown) => fn });
  try {
    return require('send-v0');
  } finally {
    cached.exports = depd;
  }
}
