'use strict';
// Preloaded into the process of an application: its `expire()` lets the time limit of the command expire immediately.
const LIMIT = 900_000;
const { setTimeout } = globalThis;
let end;

globalThis.setTimeout = (act, milliseconds, ...args) => {
  if (milliseconds === LIMIT) end = act;
  return setTimeout(act, milliseconds, ...args);
};
globalThis.expire = () => end();
