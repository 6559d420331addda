import { fileURLToPath } from 'node:url';

/**
 * Where layers were registered. A stack for each doubles the time that registering takes (10,000 routes: 70 ms and 150
 * ms on Node 20), so that it is only kept on demand.
 */
const stacks = new WeakMap<object, { stack?: unknown }>();
let watching = process.env.MAGLEV_SOURCES === '1';

/** From here to the user's code there are a few calls of this framework, and perhaps some of agents that wrap it. */
const FRAMES = 16;
const OWN = fileURLToPath(new URL('../', import.meta.url));
const FRAME = /^\s*at (?:.*\()?((?:file:\/\/)?[^()]+?):(\d+)(?::\d+)?\)?$/;

/** For all applications of the process: a router does not know to which of them it will belong. */
export function watchSources(on: boolean): void {
  watching = on;
}

export function noteSource(layer: object): void {
  if (!watching) return;
  const limit = Error.stackTraceLimit;
  const holder = {};
  Error.stackTraceLimit = FRAMES;
  Error.captureStackTrace(holder, noteSource);
  Error.stackTraceLimit = limit;
  stacks.set(layer, holder);
}

/** `file:line` of the code that registered a layer; null where it was not watched. */
export function sourceOf(layer: object): string | null {
  const stack = stacks.get(layer)?.stack;
  if (typeof stack !== 'string') return null;
  for (const frame of stack.split('\n')) {
    const [, place, line] = FRAME.exec(frame) ?? [];
    if (place === undefined || place.startsWith('node:')) continue;
    const file = place.startsWith('file:') ? fileURLToPath(place) : place;
    if (!file.startsWith(OWN)) return `${file}:${line}`;
  }
  return null;
}
