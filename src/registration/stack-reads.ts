// Taken when loaded: tests of applications replace it later.
const { max } = Math;
/** How many requests are looked at together. */
export const REQUESTS_PER_LOOK = 64;
/** Reading a few layers through the proxy costs less than to scan them. */
const MIN_READS = 32;

/**
 * Finds out whether requests read most of a stack, as those do that list all routes or look for one in it. Through the proxy of a stack
 * that takes more than ten times as long as from an array, and longer than a scan of all layers.
 */
export class StackReads {
  #reads = 0;
  #wereMost = false;

  /** Called for each layer that is read. */
  count(): void {
    this.#reads++;
  }

  /** Called after so many requests. True the second time: what was read before the first request says nothing. */
  areMost(layers: number): boolean {
    const areMost = this.#reads >= REQUESTS_PER_LOOK * max(MIN_READS, layers / 2);
    const wereMost = this.#wereMost;
    this.#wereMost = areMost;
    this.#reads = 0;
    return areMost && wereMost;
  }
}
