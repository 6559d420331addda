import type { TableRecord } from './ir.js';

type Visited = Pick<TableRecord, 'owner' | 'layers'>;

/**
 * Decides whether a mounted router is visited again; the first time, it always is. Routers that mount each other twice would grow
 * exponentially with their depth.
 */
export class RepeatedMounts {
  readonly #known = new Set<object>();
  readonly #free: number;
  readonly #perLayer: number;
  /** The number of layers of all known routers. */
  layers = 0;
  #repeatedLayers = 0;

  /** The layers that may be visited again: a number, and another one for each different layer. */
  constructor(root: Visited, free: number, perLayer: number) {
    this.#free = free;
    this.#perLayer = perLayer;
    this.admit(root);
  }

  admit({ owner, layers }: Visited): boolean {
    if (this.#known.has(owner)) {
      if (this.#repeatedLayers + layers.length > this.#free + this.#perLayer * this.layers) return false;
      this.#repeatedLayers += layers.length;
    } else {
      this.#known.add(owner);
      this.layers += layers.length;
    }
    return true;
  }
}
