import type { TableRecord } from './ir.js';

/**
 * A router that is mounted several times is visited several times, up to this many layers in total: routers that mount each
 * other twice would grow exponentially with their depth.
 */
const MAX_REPEATED = 10_000;

/** Decides whether a mounted router is visited again; the first time, it always is. */
export class RepeatedMounts {
  readonly #known = new Set<object>();
  #repeatedLayers = 0;

  admit({ owner, layers }: Pick<TableRecord, 'owner' | 'layers'>): boolean {
    if (this.#known.has(owner)) {
      if (this.#repeatedLayers + layers.length > MAX_REPEATED) return false;
      this.#repeatedLayers += layers.length;
    }
    this.#known.add(owner);
    return true;
  }
}
