import type { LayerRecord, Matchable, MatchOptions } from '../../compiler/ir.js';
import type { AnyHandler } from '../contracts/handler.js';
import type { LayerOptions } from '../contracts/layer.js';

/** What a layer was made from, kept where neither key listings nor inspection show it. */
export interface LayerSource extends Pick<LayerRecord, 'options' | 'slash'> {
  readonly path: unknown;
  /** The handler given at registration; `layer.handle` may have been replaced since. */
  readonly fn: AnyHandler;
}

/** Remembers the source of each layer. The lines' layers derive from it and own everything that is visible. */
export abstract class SourcedLayer {
  readonly #path: unknown;
  readonly #options: MatchOptions;
  readonly #fn: AnyHandler;
  #matcher: unknown;
  #measured: AnyHandler;
  #arity: number;

  constructor(path: unknown, options: LayerOptions | undefined, fn: AnyHandler) {
    this.#path = snapshot(path);
    this.#options = normalise(options);
    this.#fn = fn;
    this.#matcher = undefined;
    this.#measured = fn;
    this.#arity = fn.length;
  }

  /**
   * `fn.length`, remembered as long as the handler is the same: reading it costs 35 ns a call on Node 20. Copies of layers,
   * and objects that borrow the methods of one, have nowhere to remember it.
   */
  static arityOf(layer: object, fn: AnyHandler): number {
    if (!(#measured in layer)) return fn.length;
    if (fn !== layer.#measured) {
      layer.#measured = fn;
      layer.#arity = fn.length;
    }
    return layer.#arity;
  }

  /** Whether a layer still matches by what it was made from; both are public, and may be replaced. */
  static isIntact(layer: object): boolean {
    if (!(#matcher in layer) || (layer as unknown as Matchable).match !== ownMatch(layer)) return false;
    return layer.#matcher === layer.currentMatcher();
  }

  /** What the layer matches by at the moment. */
  protected abstract currentMatcher(): unknown;

  /** Called once the layer's public fields are set. */
  protected remember(): void {
    this.#matcher = this.currentMatcher();
  }

  /** Null for objects that are not layers of ours, or whose `match` has been replaced. */
  static sourceOf(layer: object): LayerSource | null {
    if (!SourcedLayer.isIntact(layer) || !(#path in layer)) return null;
    const { end } = layer.#options;
    return { path: layer.#path, options: layer.#options, slash: layer.#path === '/' && !end, fn: layer.#fn };
  }
}

/** An array may be changed afterwards, which is too late for the layer. */
function snapshot(path: unknown): unknown {
  return Array.isArray(path) ? Array.from(path, snapshot) : path;
}

const pristine = new Map<object, unknown>();

/** Declares a line's layer finished: from here on a replaced `match` is noticed. */
export function sealLayer(layer: { prototype: Matchable }): void {
  pristine.set(layer.prototype, layer.prototype.match);
}

function ownMatch(layer: object): unknown {
  return pristine.get(Object.getPrototypeOf(layer));
}

/** One object for each of the eight kinds of options, shared by all layers. */
function normalise(options: LayerOptions | undefined): MatchOptions {
  const end = options?.end !== false;
  const strict = Boolean(options?.strict);
  const sensitive = Boolean(options?.sensitive);
  return (KINDS[Number(end) + 2 * Number(strict) + 4 * Number(sensitive)] ??= { end, strict, sensitive });
}

const KINDS: MatchOptions[] = [];
