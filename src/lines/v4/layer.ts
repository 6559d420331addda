import pathToRegexp from 'path-to-regexp-v0';
import { dialect4 } from '../../../compiler/dialect4.js';
import type { Params } from '../../../compiler/ir.js';
import type { AnyHandler, Next } from '../../contracts/handler.js';
import type { LayerConstructor, LayerLike, LayerOptions } from '../../contracts/layer.js';
import { tracing, watchPromise } from '../../dispatch/run-layer.js';
import { defineHidden } from '../../registration/hidden.js';
import { LayerState, rememberLayerHandlers, rememberLayerMatch } from '../../registration/layer.js';
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
export interface Layer extends LayerLike {
  keys: Key[];
  regexp: FlaggedRegExp;
  handle_request(req: any, res: any, next: Next): void;
  handle_error(error: unknown, req: any, res: any, next: Next): void;
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
  this.name = fn.name || '<anonymous>';
  this.params = undefined;
  this.path = undefined;
  this.keys = [];
  this.regexp = pathToRegexp(path as string, this.keys, options ?? {});
  this.regexp.fast_star = path === '*';
  this.regexp.fast_slash = path === '/' && options?.end === false;
  LayerState.init(this, path, options, fn, originalOf(this));
  return undefined;
}

/** What the layer has matched with since it was created. */
interface Original {
  readonly names: KeyNames;
  readonly fastMatch: FastMatch;
  readonly regexp: RegExp;
  readonly source: string;
  readonly flags: number;
}

function originalOf({ keys, regexp }: Layer): Original {
  const { source } = regexp;
  return { names: namesOf(keys), fastMatch: fastMatchOf(regexp), regexp, source, flags: flagsOf(regexp) };
}

/** Names of keys and flags are also public: if they were changed, the layer's own `match` has to be called. */
function hasOriginalMatcher({ regexp, keys }: Layer, original: Original): boolean {
  const { fastMatch } = original;
  if (regexp !== original.regexp || fastMatchOf(regexp) !== fastMatch) return false;
  // With a fast match, `match` does not call the RegExp.
  if (fastMatch === undefined && !isCompiledFrom(regexp, original.source, original.flags)) return false;
  return haveNames(keys, original.names);
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
  if (LayerState.arityOf(this, fn) !== 4) {
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
  if (LayerState.arityOf(this, fn) > 3) {
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

// Dispatch calls `handleRequest` on every line; applications replace this line's `handle_request`.
defineHidden(Layer.prototype, {
  handleRequest(this: Layer, req: any, res: any, next: Next): void {
    this.handle_request(req, res, next);
  },
  handleError(this: Layer, error: unknown, req: any, res: any, next: Next): void {
    this.handle_error(error, req, res, next);
  },
});

rememberLayerMatch(Layer.prototype, hasOriginalMatcher);
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
