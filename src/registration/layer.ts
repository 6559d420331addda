import type { LayerRecord, Matchable, MatchOptions } from '../../compiler/ir.js';
import type { AnyHandler } from '../contracts/handler.js';
import type { LayerOptions } from '../contracts/layer.js';
import { Given } from './given.js';

/** The arguments that a layer was created with, in private fields, so that layers have the same visible properties as in Express. */
export interface LayerSource extends Pick<LayerRecord, 'options' | 'slash'> {
  readonly path: unknown;
  /** The handler passed at registration; `layer.handle` may have been replaced since. */
  readonly fn: AnyHandler;
}

/** How the layers of a line match; `Matcher` is what one of them has matched with since it was created. */
interface Matching<Layer, Matcher> {
  /** The original `match` of the layers. */
  readonly match: unknown;
  /** Whether the public properties that determine what a layer matches (`regexp` or `matchers`, `keys`) are unchanged. */
  readonly hasOriginalMatcher: (layer: Layer, original: Matcher, hadSlash: boolean) => boolean;
}

/** What few requests need of a layer. */
interface Registered {
  readonly path: unknown;
  readonly options: MatchOptions;
  readonly fn: AnyHandler;
  readonly matcher: unknown;
  /** Null for layers that are never intact. */
  readonly matching: Matching<unknown, unknown> | null;
}

/**
 * What layers have in private fields; the constructors of the lines define all public members. Their number is limited: V8 keeps eight
 * more fields than the constructor assigns in the object itself, and one of them is `route` or `method`.
 */
export class LayerState extends Given {
  #registered: Registered;
  #measuredHandler: AnyHandler;
  #arity: number;

  private constructor(layer: object, registered: Registered) {
    super(layer);
    this.#registered = registered;
    this.#measuredHandler = registered.fn;
    this.#arity = registered.fn.length;
  }

  /**
   * Called when the public properties of a layer have been set. A constructor may be called again with a layer that it has made: from
   * then on, the layer is not intact.
   */
  static init(
    layer: object,
    path: unknown,
    options: LayerOptions | undefined,
    fn: AnyHandler,
    matcher: unknown,
  ): void {
    if (#registered in layer) {
      layer.#registered = { ...layer.#registered, matching: null };
      return;
    }
    new LayerState(layer, {
      path: copyPath(path),
      options: normaliseOptions(options),
      fn,
      matcher,
      matching: matchings.get(Object.getPrototypeOf(layer)) ?? null,
    });
  }

  /**
   * `fn.length`, cached for the last handler: reading it costs 35 ns per call on Node 20. Copies of layers, and objects that
   * borrow their methods, have no private fields to cache it in.
   */
  static arityOf(layer: object, fn: AnyHandler): number {
    if (!(#measuredHandler in layer)) return fn.length;
    if (fn !== layer.#measuredHandler) {
      // First, because it throws if users have removed the handler.
      layer.#arity = fn.length;
      layer.#measuredHandler = fn;
    }
    return layer.#arity;
  }

  /** Whether the layer's `match` and its matcher, which are public, are not patched. */
  static isIntact(layer: object): boolean {
    if (!(#registered in layer)) return false;
    const { matching, matcher, path, options } = layer.#registered;
    if (matching === null || (layer as unknown as Matchable).match !== matching.match) return false;
    return matching.hasOriginalMatcher(layer, matcher, hasSlash(path, options));
  }

  /** Null for objects that are not maglev layers, and for layers whose `match` or matcher is patched. */
  static sourceOf(layer: object): LayerSource | null {
    if (!LayerState.isIntact(layer) || !(#registered in layer)) return null;
    const { path, options, fn } = layer.#registered;
    return { path, options, slash: hasSlash(path, options), fn };
  }
}

/** Whether a layer runs for each path. */
function hasSlash(path: unknown, options: MatchOptions): boolean {
  return path === '/' && !options.end;
}

/** A copy, because changing an array of paths after registration must not affect the layer. */
function copyPath(path: unknown): unknown {
  return Array.isArray(path) ? Array.from(path, copyPath) : path;
}

/** By the prototype of a line's layers. Layers of users' subclasses are never intact, because theirs is not here. */
const matchings = new Map<object, Matching<any, any>>();

/** Records how the layers of a line match, so that `isIntact` detects when that is patched. */
export function rememberLayerMatch<Layer, Matcher>(
  prototype: Pick<Matchable, 'match'>,
  hasOriginalMatcher: Matching<Layer, Matcher>['hasOriginalMatcher'],
): void {
  matchings.set(prototype, { match: prototype.match, hasOriginalMatcher });
}

/** One shared object for each of the eight combinations of options. */
export function normaliseOptions(options: LayerOptions | undefined): MatchOptions {
  const end = options?.end !== false;
  const strict = Boolean(options?.strict);
  const sensitive = Boolean(options?.sensitive);
  return (SHARED_OPTIONS[Number(end) + 2 * Number(strict) + 4 * Number(sensitive)] ??= {
    end,
    strict,
    sensitive,
  });
}

const SHARED_OPTIONS: MatchOptions[] = [];

/** The original versions of the two methods with which the layers of a line run their handlers. */
export class LayerHandlers {
  readonly #prototype: any;
  readonly #requestName: string;
  readonly #errorName: string;
  readonly request: unknown;
  readonly #error: unknown;

  constructor(prototype: any, requestName: string, errorName: string) {
    this.#prototype = prototype;
    this.#requestName = requestName;
    this.#errorName = errorName;
    this.request = prototype[requestName];
    this.#error = prototype[errorName];
  }

  /** Called for each request. No loop: property lookups with varying names are slow in V8. */
  areOriginal(): boolean {
    const prototype = this.#prototype;
    return prototype[this.#requestName] === this.request && prototype[this.#errorName] === this.#error;
  }
}

const originalHandlers = new Map<object, LayerHandlers>();

/** Called when a line's layer class is complete: from then on, patches to these methods are detected. */
export function rememberLayerHandlers(prototype: object, requestName: string, errorName: string): void {
  originalHandlers.set(prototype, new LayerHandlers(prototype, requestName, errorName));
}

/** Undefined for 3.x, whose layers have no such methods. */
export function handlersOf(prototype: object): LayerHandlers | undefined {
  return originalHandlers.get(prototype);
}
