import type { Next } from '../../contracts/handler.js';

/** The callback of a router. One that is no function is noticed when it is called, with the message that Express has. */
export function callbackOf(given: unknown): Next {
  return typeof given === 'function' ? (given as Next) : applyLate(given);
}

function applyLate(fn: any): Next {
  return function (this: unknown, ...args) {
    return fn.apply(this, args);
  };
}
