import type { LayerRecord, Matchable, MatchOptions } from '../../compiler/ir.js';
import type { AnyHandler } from '../contracts/handler.js';
import type { LayerOptions } from '../contracts/layer.js';

/** The arguments that a layer was created with, in private fields, so that layers have the same visible properties as in Express. */
export interface LayerSource extends Pick<LayerRecord, 'options' | 'slash'> {
  readonly path: unknown;
  /** The handler passed at registration; `layer.handle` may have been replaced since. */
  readonly fn: AnyHandler;
}

/** The base class of the lines' layers, which define all public members. */
export abstract class SourcedLayer {
  readonly #path: unknown;
  readonly #options: MatchOptions;
  readonly #fn: AnyHandler;
  /** The `match` of the line's layers, stored here because `isIntact` is called several times for each request. */
  readonly #originalMatch: unknown;
  #measuredHandler: AnyHandler;
  #arity: number;

  constructor(path: unknown, options: LayerOptions | undefined, fn: AnyHandler) {
    this.#path = copyPath(path);
    this.#options = normaliseOptions(options);
    this.#fn = fn;
    this.#originalMatch = originalMatchOf(this);
    this.#measuredHandler = fn;
    this.#arity = fn.length;
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
    return (
      #originalMatch in layer &&
      (layer as unknown as Matchable).match === layer.#originalMatch &&
      layer.hasOriginalMatcher()
    );
  }

  /** Whether the public properties that determine what the layer matches (`regexp` or `matchers`, `keys`) are unchanged. */
  protected abstract hasOriginalMatcher(): boolean;

  /** Null for objects that are not maglev layers, and for layers whose `match` or matcher is patched. */
  static sourceOf(layer: object): LayerSource | null {
    if (!SourcedLayer.isIntact(layer) || !(#path in layer)) return null;
    const { end } = layer.#options;
    return { path: layer.#path, options: layer.#options, slash: layer.#path === '/' && !end, fn: layer.#fn };
  }
}

/** A copy, because changing an array of paths after registration must not affect the layer. */
function copyPath(path: unknown): unknown {
  return Array.isArray(path) ? Array.from(path, copyPath) : path;
}

const originalMatches = new Map<object, unknown>();

/** Records the `match` of a line's layer, so that `isIntact` detects when it is patched. */
export function rememberLayerMatch(layer: { prototype: Matchable }): void {
  originalMatches.set(layer.prototype, layer.prototype.match);
}

/** Layers of users' subclasses are never intact, because their `match` is not this object. */
const NO_MATCH = {};

function originalMatchOf(layer: object): unknown {
  return originalMatches.get(Object.getPrototypeOf(layer)) ?? NO_MATCH;
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
