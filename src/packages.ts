/**
 * Packages are loaded when they are first used, because most applications use few of them: the build passes functions that load
 * them to `defer`. A long-running process loads the others later, one at a time: its `node_modules` may be replaced while it runs.
 *
 * Express has loaded all of its packages before the application runs. So they are loaded here under the same conditions: without the
 * mocks and agents that have patched `require` since, and with the environment that depd reads when it is first used.
 */
import { readFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { afterEvents } from './timers.js';

const require = createRequire(import.meta.url);

/** A property that affects how packages are loaded, and its value when maglev was loaded: undefined if it was absent. */
interface Surrounding {
  readonly holder: object;
  readonly key: string;
  readonly value: unknown;
}

/** Null if it cannot be read: test runners replace `module`, and in their versions getters throw, or nothing is there. */
function surrounding(holder: object, key: string): Surrounding | null {
  try {
    return { holder, key, value: Reflect.get(holder, key) };
  } catch {
    return null;
  }
}

const surroundings: readonly Surrounding[] = [
  surrounding(Module, '_load'),
  surrounding(Module?.prototype, 'require'),
  surrounding(process, 'noDeprecation'),
  surrounding(process, 'traceDeprecation'),
  surrounding(process.env, 'NO_DEPRECATION'),
  surrounding(process.env, 'TRACE_DEPRECATION'),
  surrounding(Error, 'stackTraceLimit'),
].filter((one) => one !== null);

/**
 * Tests mock packages and the file system, and Jest fails a run if anything is loaded after its tests. So in tests all packages are
 * loaded immediately.
 */
const isInTest =
  process.env.JEST_WORKER_ID !== undefined ||
  process.env.NODE_ENV === 'test' ||
  // Mocha defines them, and is used with packages that mock.
  ['describe', 'suite'].some((name) => typeof Reflect.get(globalThis, name) === 'function') ||
  // The mocks of `node:test` need this flag.
  process.execArgv.some((flag) => flag.includes('test-module-mocks'));

interface Waiting {
  readonly load: () => unknown;
  /** Absent for what is not an installed package. */
  readonly name: string | undefined;
}

const waiting: Waiting[] = [];
/** Null if nothing is being loaded. */
let steps: Generator<void> | null = null;

/** Returns a function that loads the package at its first call, and caches it. */
export function defer<T>(load: () => T, name?: string): () => T {
  const get = once(load);
  if (isInTest) tryTo(get);
  else waiting.push({ load: get, name });
  return get;
}

/** Returns a function that calls `make` once, under the conditions of when maglev was loaded, and caches the result. */
export function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= makeAsThen(make));
}

/** Loads the packages that have not been used yet, one in each turn of the event loop. */
export function loadPackagesSoon(): void {
  if (steps !== null || waiting.length === 0) return;
  steps = loadAll();
  afterEvents(loadNext);
}

function loadNext(): void {
  if (!steps!.next().done) afterEvents(loadNext);
  else steps = null;
}

function* loadAll(): Generator<void> {
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    if (next.name !== undefined) yield* loadDependencies(next.name, require);
    tryTo(next.load);
    yield;
  }
}

/** Loads what a package depends on, one package in each step: some take 20 ms together, for which a request would wait. */
function* loadDependencies(name: string, from: NodeJS.Require): Generator<void> {
  const found = findPackage(name, from);
  if (found === null) return;
  const own = createRequire(found.manifest);
  for (const dependency of found.dependencies) {
    yield* loadDependencies(dependency, own);
    tryTo(() => makeAsThen(() => own(dependency)));
    yield;
  }
}

/** Null if the package has been loaded or cannot be found, as in a bundle. */
function findPackage(
  name: string,
  from: NodeJS.Require,
): { manifest: string; dependencies: string[] } | null {
  try {
    const main = from.resolve(name);
    if (require.cache[main] !== undefined) return null;
    for (let folder = dirname(main); ; folder = dirname(folder)) {
      const manifest = join(folder, 'package.json');
      const { name: found, dependencies = {} } = readManifest(manifest);
      if (found === name) return { manifest, dependencies: Object.keys(dependencies) };
      if (folder === dirname(folder)) return null;
    }
  } catch {
    return null;
  }
}

function readManifest(file: string): { name?: string; dependencies?: object } {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return {};
  }
}

function tryTo(load: () => unknown): void {
  try {
    load();
  } catch {
    // The code that uses it gets the error.
  }
}

function makeAsThen<T>(make: () => T): T {
  const changed = surroundings.flatMap((before) => {
    const now = surrounding(before.holder, before.key);
    return now === null || now.value === before.value ? [] : [{ before, now }];
  });
  for (const { before } of changed) putBack(before);
  try {
    return make();
  } finally {
    for (const { now } of changed) putBack(now);
  }
}

/** Does nothing if the object is frozen. */
function putBack({ holder, key, value }: Surrounding): void {
  if (value === undefined) Reflect.deleteProperty(holder, key);
  else Reflect.set(holder, key, value);
}
