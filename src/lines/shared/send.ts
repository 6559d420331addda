import Module, { createRequire } from 'node:module';
import type Send from 'send-v0';
import type { ModuleInternals } from '../../node-internals.js';
import { defer } from '../../packages.js';

const require = createRequire(import.meta.url);

type Depd = (namespace: string) => object;

const loader = Module as unknown as ModuleInternals;

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

/**
 * send-v0 wraps deprecated members with depd's generated functions. They are not used here, so they are not wrapped. The function
 * that `require` calls is replaced for that time, because bundlers warn about programs that access `require.cache`.
 */
function loadWithoutDepd(): typeof Send {
  const { _load: load } = loader;
  loader._load = (request, ...rest) => {
    const exports = load.call(loader, request, ...rest);
    return request === 'depd' ? withoutWrapping(exports) : exports;
  };
  try {
    return require('send-v0');
  } finally {
    loader._load = load;
  }
}

function withoutWrapping(depd: Depd): Depd {
  return (namespace) => Object.assign(depd(namespace), { function: (fn: unknown) => fn });
}
