import deprecate from 'depd';
import { match as compileMatch, pathToRegexp } from 'path-to-regexp';
import { dialect5 } from '../../../compiler/dialect5.js';
import type { Params } from '../../../compiler/ir.js';
import { isSimple } from '../../../compiler/simple.js';
import type { AnyHandler, Next } from '../../contracts/handler.js';
import type { LayerConstructor, LayerLike, LayerOptions } from '../../contracts/layer.js';
import { tracing } from '../../dispatch/run-layer.js';
import {
  LayerState,
  normaliseOptions,
  rememberLayerHandlers,
  rememberLayerMatch,
} from '../../registration/layer.js';

type Match = { path: string; params: Params };
type Matcher = (path: string) => Match | false;

const warn = deprecate('maglev');
const COLON = 58;
const LAST_ASCII = 127;
/** The bit by which lower and upper case differ in ASCII. */
const LOWER_CASE = 32;
const GROUP = /\(\?<(.*?)>(?!\?)|\((?!\?)/g;

/** A layer of the 5.x line, with the fields that packages and agents read from Express's. */
export interface Layer extends LayerLike {
  keys: string[];
  slash: boolean;
  matchers: Matcher[];
}

/** May be called without `new`, as in Express. */
export function Layer(
  this: Layer,
  path: unknown,
  options: LayerOptions | undefined,
  fn: AnyHandler,
): Layer | undefined {
  if (!(this instanceof Layer)) return new (Layer as unknown as LayerConstructor)(path, options, fn) as Layer;
  this.handle = fn;
  this.keys = [];
  this.name = fn.name || '<anonymous>';
  this.params = undefined;
  this.path = undefined;
  this.slash = path === '/' && options?.end === false;
  this.matchers = matchersOf(path, options);
  LayerState.init(this, path, options, fn, originalOf(this));
  return undefined;
}

/** The initial matchers, which are public: most layers have one. */
function originalOf({ matchers }: Layer): Matcher | readonly Matcher[] {
  return matchers.length === 1 ? matchers[0]! : matchers.slice();
}

function hasOriginalMatcher(
  { matchers, slash }: Layer,
  original: Matcher | readonly Matcher[],
  hadSlash: boolean,
): boolean {
  if (slash !== hadSlash || !Array.isArray(matchers)) return false;
  if (typeof original === 'function') return matchers.length === 1 && matchers[0] === original;
  if (matchers.length !== original.length) return false;
  for (let i = 0; i < original.length; i++) if (matchers[i] !== original[i]) return false;
  return true;
}

// In Express's order.
Object.assign(Layer.prototype, {
  handleError: function handleError(this: Layer, error: unknown, req: any, res: any, next: Next): void {
    const fn = this.handle;
    if (LayerState.arityOf(this, fn) !== 4) {
      next(error);
      return;
    }
    try {
      const result = fn(error, req, res, next);
      if (isThenable(result)) catchRejection(result, next);
    } catch (thrown) {
      next(thrown);
    }
  },

  handleRequest: function handleRequest(this: Layer, req: any, res: any, next: Next): void {
    const fn = this.handle;
    if (LayerState.arityOf(this, fn) > 3) {
      next();
      return;
    }
    try {
      const result = fn(req, res, next);
      if (isThenable(result)) catchRejection(result, next);
    } catch (thrown) {
      next(thrown);
    }
  },

  match: function match(this: Layer, path: string): boolean {
    if (path != null && this.slash) {
      this.params = {};
      this.path = '';
      return true;
    }
    const found = path == null ? false : firstMatch(this.matchers, path);
    if (!found) {
      this.params = undefined;
      this.path = undefined;
      return false;
    }
    this.params = found.params;
    this.path = found.path;
    this.keys = Object.keys(found.params);
    return true;
  },
});

rememberLayerMatch(Layer.prototype, hasOriginalMatcher);
rememberLayerHandlers(Layer.prototype, 'handleRequest', 'handleError');

/** The layers of a route's handlers have the path `/`, which is never matched: they share what matches it. */
const matchRoot = matcherOf('/', undefined);

/** Each has its own function, as in Express: with a shared one, two routes would be deeply equal. */
function rootMatcher(): Matcher {
  return function match(path) {
    return matchRoot(path);
  };
}

function matchersOf(path: unknown, options: LayerOptions | undefined): Matcher[] {
  if (Array.isArray(path)) return path.map((one) => matcherOf(one, options));
  if (path === '/' && options?.end !== false && !options?.strict) return [rootMatcher()];
  return [matcherOf(path, options)];
}

function firstMatch(matchers: readonly Matcher[], path: string): Match | false {
  let found: Match | false = false;
  for (let i = 0; !found && i < matchers.length; i++) found = matchers[i]!(path);
  return found;
}

function matcherOf(path: unknown, options: LayerOptions | undefined): Matcher {
  if (path instanceof RegExp) return regexpMatcher(path);
  const loose = options?.strict ? path : stripTrailingSlashes(path);
  // A simple path is mostly matched without its RegExp, so that is compiled on demand.
  if (typeof loose === 'string' && isSimple(loose)) return compileOnDemand(loose, normaliseOptions(options));
  return compile(loose as string, options);
}

function compile(path: string, options: LayerOptions | undefined): Matcher {
  return compileMatch(path, { ...grammarOf(options), decode: dialect5.decode }) as Matcher;
}

/** The regular expressions of a layer's path, for reports. */
export function regexpsOf(path: unknown, options: LayerOptions): RegExp[] {
  return [path].flat().map((one) => {
    if (one instanceof RegExp) return one;
    return pathToRegexp((options.strict ? one : stripTrailingSlashes(one)) as string, grammarOf(options))
      .regexp;
  });
}

function grammarOf(options: LayerOptions | undefined) {
  return {
    sensitive: Boolean(options?.sensitive),
    end: options?.end ?? true,
    trailing: !options?.strict,
  };
}

/** One closure for each path, and options that many share: both stay in memory. */
function compileOnDemand(pattern: string, options: LayerOptions): Matcher {
  let built: Matcher | null = null;
  // Has the same name as in path-to-regexp.
  return function match(path) {
    if (built === null && !mayMatch(pattern, path)) return false;
    return (built ??= compile(pattern, options))(path);
  };
}

/**
 * Whether a path starts like a simple pattern, up to its first parameter, so that the first responses of a process compile the
 * RegExps of few layers. Everything that is not plain ASCII, and the case of letters, is left to the RegExp.
 */
function mayMatch(pattern: string, path: unknown): boolean {
  if (typeof path !== 'string') return true;
  for (let i = 0; i < pattern.length; i++) {
    const expected = pattern.charCodeAt(i);
    if (expected === COLON) return true;
    const found = path.charCodeAt(i);
    if (found > LAST_ASCII) return true;
    if ((expected | LOWER_CASE) !== (found | LOWER_CASE)) return false;
  }
  return true;
}

function stripTrailingSlashes(path: unknown): unknown {
  if (Array.isArray(path)) return path.map(stripTrailingSlashes);
  return path === '/' || path instanceof RegExp ? path : String(path).replace(/\/+$/, '');
}

function regexpMatcher(regexp: RegExp): Matcher {
  const keys = keysOf(regexp);
  return function regexpMatcher(path) {
    const found = regexp.exec(path);
    if (!found) return false;
    const params: Params = {};
    for (let i = 1; i < found.length; i++) {
      const value = found[i];
      if (value !== undefined) params[keys[i - 1]!] = dialect5.decode(value);
    }
    return { params, path: found[0] };
  };
}

/** The names of a RegExp's groups; unnamed ones are numbered. */
function keysOf(regexp: RegExp): (string | number)[] {
  let unnamed = 0;
  return [...regexp.source.matchAll(GROUP)].map(([, name]) => name || unnamed++);
}

function isThenable(value: any): value is PromiseLike<unknown> {
  return value != null && typeof value.then === 'function';
}

function catchRejection(result: PromiseLike<unknown>, next: Next): void {
  if (!(result instanceof Promise)) {
    warn('handlers that are Promise-like are deprecated, use a native Promise instead');
  }
  const run = tracing.current;
  const onFulfilled = run === null ? null : () => run.finishByPromise();
  result.then(onFulfilled, (error) => next(error || new Error('Rejected promise')));
}
