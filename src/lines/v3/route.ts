import { dialect3 } from '../../../compiler/dialect3.js';
import type { AnyHandler } from '../../contracts/handler.js';
import { LayerState, rememberLayerMatch } from '../../registration/layer.js';
import { flagsOf, isCompiledFrom } from '../shared/expression.js';
import { haveNames, type KeyNames, namesOf } from '../shared/keys.js';
import { type Key, pathRegexp } from './path.js';

export interface RouteOptions {
  readonly sensitive?: boolean | undefined;
  readonly strict?: boolean | undefined;
}

/** A route of the 3.x line: one verb, one path, and its callbacks. It is its own layer. */
export interface Route {
  path: any;
  method: string;
  callbacks: AnyHandler[];
  keys: Key[];
  regexp: RegExp;
  params: any;
  match(path: any): boolean;
}

export function Route(
  this: Route,
  method: string,
  path: any,
  callbacks: AnyHandler[],
  options?: RouteOptions,
): void {
  this.path = path;
  this.method = method;
  this.callbacks = callbacks;
  this.keys = [];
  this.regexp = pathRegexp(path, this.keys, options?.sensitive, options?.strict);
  const { keys, regexp } = this;
  const original: Original = { names: namesOf(keys), regexp, source: regexp.source, flags: flagsOf(regexp) };
  // A trailing slash is significant in this line, as in the others with `strict`.
  const strict = options?.strict || (typeof path === 'string' && path.endsWith('/'));
  LayerState.init(this, path, { sensitive: options?.sensitive, strict, end: true }, noop, original);
}

/** What the route has matched with since it was created. */
interface Original {
  readonly names: KeyNames;
  readonly regexp: RegExp;
  readonly source: string;
  readonly flags: number;
}

/** Names of keys are also public: if they were changed, the route's own `match` has to be called. */
function hasOriginalMatcher({ regexp, keys }: Route, original: Original): boolean {
  return (
    regexp === original.regexp &&
    isCompiledFrom(regexp, original.source, original.flags) &&
    haveNames(keys, original.names)
  );
}

/** Whether the route matches a path; its parameters are then in `params`. */
Route.prototype.match = function match(this: Route, path: any): boolean {
  const { keys } = this;
  const params: any = [];
  this.params = params;
  const found = this.regexp.exec(path);
  if (!found) return false;
  for (let i = 1; i < found.length; i++) {
    const key = keys[i - 1];
    const value = typeof found[i] === 'string' ? dialect3.decode(found[i]!) : found[i];
    if (key) params[key.name] = value;
    else params.push(value);
  }
  return true;
};

rememberLayerMatch(Route.prototype, hasOriginalMatcher);

function noop(): void {}
