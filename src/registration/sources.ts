import { fileURLToPath } from 'node:url';

/**
 * Stack traces of where layers were registered. Capturing them doubles the time of registration (10,000 routes: 150 ms
 * instead of 70 ms on Node 20), so it is only done on demand.
 */
const stacks = new WeakMap<object, { stack?: unknown }>();
let isWatching = process.env.MAGLEV_SOURCES === '1';

/** Deep enough to reach the user's code below maglev's own frames and those of agents that wrap its methods. */
const STACK_DEPTH = 16;
/** The folders of maglev's own code, as built and according to source maps. */
const OWN = ['../', '../../src/', '../../compiler/'].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
);
const FRAME = /^\s*at (?:.*\()?((?:file:\/\/)?[^()]+?):(\d+)(?::\d+)?\)?$/;

/** Applies to the whole process, because a router does not know which application it will belong to. */
export function watchSources(on: boolean): void {
  isWatching = on;
}

export function noteSource(layer: object): void {
  if (!isWatching) return;
  const limit = Error.stackTraceLimit;
  const holder = {};
  Error.stackTraceLimit = STACK_DEPTH;
  Error.captureStackTrace(holder, noteSource);
  Error.stackTraceLimit = limit;
  stacks.set(layer, holder);
}

/** `file:line` of the code that registered a layer; null if no stack was captured. */
export function sourceOf(layer: object): string | null {
  const stack = stacks.get(layer)?.stack;
  if (typeof stack !== 'string') return null;
  for (const frame of stack.split('\n')) {
    const [, location, line] = FRAME.exec(frame) ?? [];
    if (location === undefined || location.startsWith('node:')) continue;
    const file = location.startsWith('file:') ? fileURLToPath(location) : location;
    if (!isOwnFile(file)) return `${file}:${line}`;
  }
  return null;
}

/** Whether a file is part of maglev, as built or as source. */
export function isOwnFile(file: string): boolean {
  return OWN.some((folder) => file.startsWith(folder));
}
