/**
 * Packages are loaded when they are first used, because most applications use few of them: the build passes functions that load
 * them to `defer`. A long-running process loads the others later, one at a time: its `node_modules` may be replaced while it runs.
 *
 * Express has loaded all of its packages before the application runs. So they are loaded here under the same conditions: without the
 * mocks and agents that have patched `require` since, and with the environment that depd reads when it is first used.
 */
import Module from 'node:module';
import { setTimeout } from './timers.js';

/** A property that affects how packages are loaded, and its value when maglev was loaded: undefined if it was absent. */
interface Surrounding {
  readonly holder: object;
  readonly key: string;
  readonly value: unknown;
}

const surroundings: readonly Surrounding[] = [
  surrounding(Module, '_load'),
  surrounding(Module.prototype, 'require'),
  surrounding(process, 'noDeprecation'),
  surrounding(process, 'traceDeprecation'),
  surrounding(process.env, 'NO_DEPRECATION'),
  surrounding(process.env, 'TRACE_DEPRECATION'),
  surrounding(Error, 'stackTraceLimit'),
];

/**
 * Tests mock packages and the file system, and Jest fails a run if anything is loaded after its tests. So in tests all packages are
 * loaded immediately.
 */
const isInTest =
  process.env.JEST_WORKER_ID !== undefined ||
  process.env.NODE_ENV === 'test' ||
  // The mocks of `node:test` need this flag.
  process.execArgv.some((flag) => flag.includes('test-module-mocks'));

const waiting: (() => unknown)[] = [];
let isLoading = false;

/** Returns a function that loads the package at its first call, and caches it. */
export function defer<T>(load: () => T): () => T {
  const get = once(load);
  if (isInTest) tryTo(get);
  else waiting.push(get);
  return get;
}

/** Returns a function that calls `make` once, under the conditions of when maglev was loaded, and caches the result. */
export function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= makeAsThen(make));
}

/** Loads the packages that have not been used yet, in timers. */
export function loadPackagesSoon(): void {
  if (isLoading || waiting.length === 0) return;
  isLoading = true;
  setTimeout(loadNext, 0).unref();
}

function loadNext(): void {
  isLoading = false;
  tryTo(waiting.shift()!);
  loadPackagesSoon();
}

function tryTo(load: () => unknown): void {
  try {
    load();
  } catch {
    // The code that uses it gets the error.
  }
}

function makeAsThen<T>(make: () => T): T {
  const changed = surroundings
    .map(({ holder, key }) => surrounding(holder, key))
    .filter(({ value }, index) => value !== surroundings[index]!.value);
  if (changed.length === 0) return make();
  surroundings.forEach(putBack);
  try {
    return make();
  } finally {
    changed.forEach(putBack);
  }
}

function surrounding(holder: object, key: string): Surrounding {
  return { holder, key, value: Reflect.get(holder, key) };
}

/** Does nothing if the object is frozen. */
function putBack({ holder, key, value }: Surrounding): void {
  if (value === undefined) Reflect.deleteProperty(holder, key);
  else if (Reflect.get(holder, key) !== value) Reflect.set(holder, key, value);
}
