/**
 * Packages are loaded when they are first used, because most applications use few of them: the build hands what loads
 * them to `defer`. A process that goes on loads the others later, one at a time: its `node_modules` may be replaced while it runs.
 */
import { setTimeout } from './registration/timers.js';

const waiting: (() => unknown)[] = [];
let isLoading = false;

/** Returns what loads the package at the first call, and remembers it. */
export function defer<T>(load: () => T): () => T {
  let loaded: T | undefined;
  const get = (): T => (loaded ??= load());
  waiting.push(get);
  return get;
}

/** Loads in timers what has not been used yet. Not in Jest, which fails a run if anything is loaded after its tests. */
export function loadPackagesSoon(): void {
  if (isLoading || waiting.length === 0 || process.env.JEST_WORKER_ID !== undefined) return;
  isLoading = true;
  setTimeout(loadNext, 0).unref();
}

function loadNext(): void {
  isLoading = false;
  try {
    waiting.shift()!();
  } catch {
    // Whoever uses it gets the error.
  }
  loadPackagesSoon();
}
