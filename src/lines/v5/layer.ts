import deprecate from 'depd';
import { match as compileMatch, pathToRegexp } from 'path-to-regexp';
import { dialect5 } from '../../../compiler/dialect5.js';
import type { Params } from '../../../compiler/ir.js';
import { isSimple } from '../../../compiler/simple.js';
import type { AnyHandler, Next } from '../../contracts/handler.js';
import type { LayerOptions } from '../../contracts/layer.js';
import type { RouteLike } from '../../contracts/route.js';
import { tracing } from '../../dispatch/run-layer.js';
import {
  normaliseOptions,
  rememberLayerHandlers,
  rememberLayerMatch,
  SourcedLayer,
} from '../../registration/layer.js';
import { makeEnumerable } from '../shared/enumerable.js';

type Match = { path: string; params: Params };
type Matcher = (path: string) => Match | false;

const warn = deprecate('maglev');
const NONE: readonly Matcher[] = [];
const COLON = 58;
const LAST_ASCII = 127;
/** The bit by which lower and upper case differ in ASCII. */
const LOWER_CASE = 32;
const GROUP = /\(\?<(.*?)>(?!\?)|\((?!\?)/g;

/** A layer of the 5.x line, with the fields that packages and agents read from Express's. */
export class Layer extends SourcedLayer {
  declare handle: AnyHandler;
  declare keys: string[];
  declare name: string;
  declare params: Params | undefined;
  declare path: string | undefined;
  declare slash: boolean;
  declare matchers: Matcher[];
  declare route?: RouteLike | undefined;
  declare method?: string | undefined;
  /** The initial values of `slash` and `matchers`, which are public. */
  readonly #slash: boolean;
  readonly #array: readonly Matcher[];
  readonly #first: Matcher | undefined;
  /** The other matchers, for an array of paths. */
  readonly #rest: readonly Matcher[];

  constructor(path: unknown, options: LayerOptions | undefined, fn: AnyHandler) {
    super(path, options, fn);
    this.handle = fn;
    this.keys = [];
    this.name = fn.name || '<anonymous>';
    this.params = undefined;
    this.path = undefined;
    this.slash = path === '/' && options?.end === false;
    this.matchers = matchersOf(path, options);
    this.#slash = this.slash;
    this.#array = this.matchers;
    this.#first = this.matchers[0];
    this.#rest = this.matchers.length > 1 ? this.matchers.slice(1) : NONE;
  }

  protected hasOriginalMatcher(): boolean {
    const { matchers } = this;
    if (matchers !== this.#array || this.slash !== this.#slash || matchers[0] !== this.#first) return false;
    const rest = this.#rest;
    if (matchers.length !== rest.length + 1) return matchers.length === 0 && this.#first === undefined;
    for (let i = 0; i < rest.length; i++) if (matchers[i + 1] !== rest[i]) return false;
    return true;
  }

  handleError(error: unknown, req: any, res: any, next: Next): void {
    const fn = this.handle;
    if (SourcedLayer.arityOf(this, fn) !== 4) {
      next(error);
      return;
    }
    try {
      const result = fn(error, req, res, next);
      if (isThenable(result)) catchRejection(result, next);
    } catch (thrown) {
      next(thrown);
    }
  }

  handleRequest(req: any, res: any, next: Next): void {
    const fn = this.handle;
    if (SourcedLayer.arityOf(this, fn) > 3) {
      next();
      return;
    }
    try {
      const result = fn(req, res, next);
      if (isThenable(result)) catchRejection(result, next);
    } catch (thrown) {
      next(thrown);
    }
  }

  match(path: string): boolean {
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
  }
}

rememberLayerMatch(Layer);
rememberLayerHandlers(Layer.prototype, 'handleRequest', 'handleError');
makeEnumerable(Layer.prototype, ['handleError', 'handleRequest', 'match']);

/** The layers of a route's handlers have the path `/`, which is never matched: they share a matcher. */
const ROOT = matcherOf('/', undefined);

function matchersOf(path: unknown, options: LayerOptions | undefined): Matcher[] {
  if (Array.isArray(path)) return path.map((one) => matcherOf(one, options));
  if (path === '/' && options?.end !== false && !options?.strict) return [ROOT];
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
