import type { LayerLike } from '../contracts/layer.js';
import { SourcedLayer } from './layer.js';
import { Route } from './route.js';

/** A layer that somebody has got, as it was when it was last looked at. */
interface Held {
  readonly layer: LayerLike;
  isIntact: boolean;
  route: unknown;
}

/**
 * The layers that have left our hands. Whoever has one may change what it matches by, without anybody noticing: they are
 * looked at whenever a request enters their router. Layers that nobody has taken out of the stack are never looked at.
 */
export class HeldLayers {
  #held: Held[] = [];
  readonly #known = new Set<unknown>();

  get isEmpty(): boolean {
    return this.#held.length === 0;
  }

  add(layer: unknown): void {
    if (typeof layer !== 'object' || layer === null || this.#known.has(layer)) return;
    this.#known.add(layer);
    const { route } = layer as LayerLike;
    if (route) Route.expose(route);
    this.#held.push({ layer: layer as LayerLike, isIntact: SourcedLayer.isIntact(layer), route });
  }

  /** Whether one of them is not as it was; the next look compares with what it is now. */
  haveChanged(): boolean {
    const held = this.#held;
    let changed = false;
    for (let i = 0; i < held.length; i++) {
      const one = held[i]!;
      const isIntact = SourcedLayer.isIntact(one.layer);
      if (isIntact === one.isIntact && one.layer.route === one.route) continue;
      one.isIntact = isIntact;
      one.route = one.layer.route;
      changed = true;
    }
    return changed;
  }

  /** Forgets those that are in the stack no more. */
  keepOnly(layers: readonly LayerLike[]): void {
    if (this.isEmpty) return;
    const present = new Set<unknown>(layers);
    this.#held = this.#held.filter(({ layer }) => present.has(layer));
    this.#known.clear();
    for (const { layer } of this.#held) this.#known.add(layer);
  }
}
