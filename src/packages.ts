/**
 * Packages are loaded when they are first used, because most applications use few of them: the build hands what loads
 * them to `defer`. A process that goes on loads the others later, one at a time: its `node_modules` may be replaced while it runs.
 *
 * Express has loaded all of its packages before the application runs. So they are loaded here under the same conditions: without the
 * mocks and agents that have patched `require` since, and with the environment that depd reads when it is first used.
 */
import Module from 'node:module';
import { setTimeout } from './timers.js';

/** What decides about packages while they are loaded, and its value when maglev was loaded: undefined if it was absent. */
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
 * Tests put mocks in the place of packages and of the file system, and Jest fails a run if anything is loaded after its tests: there
 * all is loaded at once.
 */
const isInTest =
  process.env.JEST_WORKER_ID !== undefined ||
  process.env.NODE_ENV === 'test' ||
  // The mocks of `node:test` need this flag.
  process.execArgv.some((flag) => flag.includes('test-module-mocks'));

const waiting: (() => unknown)[] = [];
let isLoading = false;

/** Returns what loads the package at the first call, and remembers it. */
export function defer<T>(load: () => T): () => T {
  const get = once(load);
  if (isInTest) tryTo(get);
  else waiting.push(get);
  return get;
}

/** Returns what makes something at the first call, as it would have been made when maglev was loaded, and remembers it. */
export function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= makeAsThen(make));
}

/** Loads in timers what has not been used yet. */
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

/** Does nothing where it is frozen. */
function putBack({ holder, key, value }: Surrounding): void {
  if (value === undefined) Reflect.deleteProperty(holder, key);
  else if (Reflect.get(holder, key) !== value) Reflect.set(holder, key, value);
}
