import { dialect3 } from '../../../compiler/dialect3.js';
import type { Params } from '../../../compiler/ir.js';
import type { AnyHandler } from '../../contracts/handler.js';
import { rememberLayerMatch, SourcedLayer } from '../../registration/layer.js';
import { makeEnumerable } from '../shared/enumerable.js';
import { flagsOf, isCompiledFrom } from '../shared/expression.js';
import { haveNames, type KeyNames, namesOf } from '../shared/keys.js';
import { type Key, pathRegexp } from './path.js';

export interface RouteOptions {
  readonly sensitive?: boolean | undefined;
  readonly strict?: boolean | undefined;
}

/** A route of the 3.x line: one verb, one path, and its callbacks. It is its own layer. */
export class Route extends SourcedLayer {
  declare path: any;
  declare method: string;
  declare callbacks: AnyHandler[];
  declare keys: Key[];
  declare regexp: RegExp;
  declare params: any;
  readonly #names: KeyNames;
  readonly #regexp: RegExp;
  readonly #source: string;
  readonly #flags: number;

  constructor(method: string, path: any, callbacks: AnyHandler[], options?: RouteOptions) {
    // A trailing slash is significant in this line, as in the others with `strict`.
    const strict = options?.strict || (typeof path === 'string' && path.endsWith('/'));
    super(path, { sensitive: options?.sensitive, strict, end: true }, noop);
    this.path = path;
    this.method = method;
    this.callbacks = callbacks;
    this.keys = [];
    this.regexp = pathRegexp(path, this.keys, options?.sensitive, options?.strict);
    this.#names = namesOf(this.keys);
    this.#regexp = this.regexp;
    this.#source = this.regexp.source;
    this.#flags = flagsOf(this.regexp);
  }

  /** Names of keys are also public: if they were changed, the route's own `match` has to be called. */
  protected hasOriginalMatcher(): boolean {
    const { regexp } = this;
    return (
      regexp === this.#regexp &&
      isCompiledFrom(regexp, this.#source, this.#flags) &&
      haveNames(this.keys, this.#names)
    );
  }

  /** Whether the route matches a path; its parameters are then in `params`. */
  match(path: any): boolean {
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
  }
}

makeEnumerable(Route.prototype, ['match']);
rememberLayerMatch(
  Route as unknown as { prototype: { match(path: string): boolean; params: Params; path: string } },
);

function noop(): void {}
