import type { LayerLike } from '../contracts/layer.js';
import type { RouteLike } from '../contracts/route.js';
import { SourcedLayer } from './layer.js';
import { type OriginalMethod, Route } from './route.js';

/** A layer, and what the last check of it found. */
interface ExposedLayer {
  readonly layer: LayerLike;
  isIntact: boolean;
  route: RouteLike | undefined;
  isRouteIntact: boolean;
}

/**
 * Together with watch.ts, which adds to it: the layers that users have read from `router.stack`. Users may change what such
 * a layer matches, which no proxy sees; so the table checks these layers, and only these, whenever a request enters its
 * router and, if they are few, before each further layer.
 */
export class ExposedLayers {
  #exposed: ExposedLayer[] = [];
  readonly #known = new Set<unknown>();

  get isEmpty(): boolean {
    return this.#exposed.length === 0;
  }

  get size(): number {
    return this.#exposed.length;
  }

  add(layer: unknown): void {
    if (typeof layer !== 'object' || layer === null || this.#known.has(layer)) return;
    this.#known.add(layer);
    const { route } = layer as LayerLike;
    if (route) Route.expose(route);
    this.#exposed.push({
      layer: layer as LayerLike,
      isIntact: SourcedLayer.isIntact(layer),
      route,
      isRouteIntact: true,
    });
  }

  /** Whether one of them has changed since the last check. */
  checkChanged(method: OriginalMethod | null): boolean {
    const exposed = this.#exposed;
    let changed = false;
    for (let i = 0; i < exposed.length; i++) {
      const one = exposed[i]!;
      const isIntact = SourcedLayer.isIntact(one.layer);
      const { route } = one.layer;
      const isRouteIntact = !route || Route.isIntact(route, method);
      if (isIntact === one.isIntact && route === one.route && isRouteIntact === one.isRouteIntact) continue;
      if (route && route !== one.route) Route.expose(route);
      one.isIntact = isIntact;
      one.route = route;
      one.isRouteIntact = isRouteIntact;
      changed = true;
    }
    return changed;
  }

  /** Forgets the layers that are no longer in the stack. */
  keepOnly(layers: readonly LayerLike[]): void {
    if (this.isEmpty) return;
    const present = new Set<unknown>(layers);
    this.#exposed = this.#exposed.filter(({ layer }) => present.has(layer));
    this.#known.clear();
    for (const { layer } of this.#exposed) this.#known.add(layer);
  }
}
