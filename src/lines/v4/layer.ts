import pathToRegexp from 'path-to-regexp-v0';
import { dialect4 } from '../../../compiler/dialect4.js';
import type { Params } from '../../../compiler/ir.js';
import type { AnyHandler, Next } from '../../contracts/handler.js';
import type { LayerOptions } from '../../contracts/layer.js';
import type { RouteLike } from '../../contracts/route.js';
import { tracing, watchPromise } from '../../dispatch/run-layer.js';
import { rememberLayerHandlers, rememberLayerMatch, SourcedLayer } from '../../registration/layer.js';
import { flagsOf, isCompiledFrom } from '../shared/expression.js';
import { haveNames, type KeyNames, namesOf } from '../shared/keys.js';

interface Key {
  name: string | number;
  optional: boolean;
  offset: number;
}

type FlaggedRegExp = RegExp & { fast_star?: boolean; fast_slash?: boolean };
/** Which of the two flags is set, if any. */
type FastMatch = 'slash' | 'star' | undefined;

/** A layer of the 4.x line; packages read its RegExp and the RegExp's two flags. */
export class Layer extends SourcedLayer {
  declare handle: AnyHandler;
  declare name: string;
  declare params: Params | undefined;
  declare path: string | undefined;
  declare keys: Key[];
  declare regexp: FlaggedRegExp;
  declare route?: RouteLike | undefined;
  declare method?: string | undefined;
  declare match: (path: string) => boolean;
  declare handle_request: (req: any, res: any, next: Next) => void;
  declare handle_error: (error: unknown, req: any, res: any, next: Next) => void;
  readonly #names: KeyNames;
  readonly #fastMatch: FastMatch;
  readonly #regexp: RegExp;
  readonly #source: string;
  readonly #flags: number;

  constructor(path: unknown, options: LayerOptions | undefined, fn: AnyHandler) {
    super(path, options, fn);
    this.handle = fn;
    this.name = fn.name || '<anonymous>';
    this.params = undefined;
    this.path = undefined;
    this.keys = [];
    this.regexp = pathToRegexp(path as string, this.keys, options ?? {});
    this.regexp.fast_star = path === '*';
    this.regexp.fast_slash = path === '/' && options?.end === false;
    this.#names = namesOf(this.keys);
    this.#fastMatch = fastMatchOf(this.regexp);
    this.#regexp = this.regexp;
    this.#source = this.regexp.source;
    this.#flags = flagsOf(this.regexp);
  }

  /** Names of keys and flags are also public: if they were changed, the layer's own `match` has to be called. */
  protected hasOriginalMatcher(): boolean {
    const { regexp } = this;
    const fastMatch = this.#fastMatch;
    if (regexp !== this.#regexp || fastMatchOf(regexp) !== fastMatch) return false;
    // With a fast match, `match` does not call the RegExp.
    if (fastMatch === undefined && !isCompiledFrom(regexp, this.#source, this.#flags)) return false;
    return haveNames(this.keys, this.#names);
  }

  /** Dispatch calls `handleRequest` on every line; applications replace this line's `handle_request`. */
  handleRequest(req: any, res: any, next: Next): void {
    this.handle_request(req, res, next);
  }

  handleError(error: unknown, req: any, res: any, next: Next): void {
    this.handle_error(error, req, res, next);
  }
}

// Assigned, in Express's order.
Layer.prototype.handle_error = function handle_error(
  this: Layer,
  error: unknown,
  req: any,
  res: any,
  next: Next,
): void {
  const fn = this.handle;
  if (SourcedLayer.arityOf(this, fn) !== 4) {
    next(error);
    return;
  }
  try {
    const result = fn(error, req, res, next);
    if (tracing.current !== null) watchPromise(result);
  } catch (thrown) {
    next(thrown);
  }
};

// Assigned under another name: stack traces then have `Layer.handle [as handle_request]`, which rate limiters look for.
Layer.prototype.handle_request = function handle(this: Layer, req: any, res: any, next: Next): void {
  const fn = this.handle;
  if (SourcedLayer.arityOf(this, fn) > 3) {
    next();
    return;
  }
  try {
    const result = fn(req, res, next);
    if (tracing.current !== null) watchPromise(result);
  } catch (thrown) {
    next(thrown);
  }
};

Layer.prototype.match = function match(this: Layer, path: string): boolean {
  if (path != null && this.regexp.fast_slash) {
    this.params = {};
    this.path = '';
    return true;
  }
  if (path != null && this.regexp.fast_star) {
    this.params = { 0: dialect4.decode(path) };
    this.path = path;
    return true;
  }
  const found = path == null ? null : this.regexp.exec(path);
  if (!found) {
    this.params = undefined;
    this.path = undefined;
    return false;
  }
  this.params = {};
  this.path = found[0];
  setParams(this.params, this.keys, found);
  return true;
};

rememberLayerMatch(Layer);
rememberLayerHandlers(Layer.prototype, 'handle_request', 'handle_error');

function fastMatchOf(regexp: FlaggedRegExp | undefined): FastMatch {
  if (regexp?.fast_slash) return 'slash';
  return regexp?.fast_star ? 'star' : undefined;
}

/** The key of a group that did not match is undefined, unless another group of that name has a value. */
function setParams(params: Params, keys: readonly Key[], found: RegExpExecArray): void {
  for (let i = 1; i < found.length; i++) {
    const name = keys[i - 1]!.name;
    const value = found[i] === undefined ? undefined : dialect4.decode(found[i]!);
    if (value !== undefined || !Object.hasOwn(params, name)) params[name] = value;
  }
}
