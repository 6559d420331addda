'use strict';
// Preloaded into `maglev compare` by a test of `--response-time`. A limit of LIMIT expires when all requests that have one are waiting:
// for each, the application has created a file `waiting-*` in the project. So the load of the machine does not matter.
const { readdirSync, unlinkSync } = require('node:fs');

const LIMIT = 555_000;
const { setTimeout, clearTimeout } = globalThis;
/** The callbacks of pending limits, by timer. */
const pending = new Map();

// Child processes must not load this.
delete process.env.NODE_OPTIONS;

globalThis.setTimeout = (act, milliseconds, ...args) => {
  const timer = setTimeout(act, milliseconds, ...args);
  if (milliseconds === LIMIT) pending.set(timer, act);
  return timer;
};
globalThis.clearTimeout = (timer) => {
  pending.delete(timer);
  clearTimeout(timer);
};

setInterval(() => {
  const waiting = readdirSync('.').filter((name) => name.startsWith('waiting-'));
  if (waiting.length === 0 || waiting.length < pending.size) return;
  for (const name of waiting) unlinkSync(name);
  for (const [timer, act] of pending) {
    pending.delete(timer);
    // What the application has written before it created the file arrives in the next turn.
    setImmediate(() => setImmediate(act));
  }
}, 5).unref();
