/**
 * What things cost, in units of one slot of a list, which is eight bytes and about as many instructions: a layer at its
 * place, a node of the trie, an entry with a list inside it, a list.
 */
export const PLACE = 64;
export const NODE = 32;
export const ENTRY = 16;
export const LIST = 16;

/**
 * What compiling a table may cost in all: this much, and this much for each place. A thousand routers at `/` with a middleware
 * and twenty routes each take 250 units a place, tables without middleware take 150. What a table whose layers all overlap
 * would need beyond that is left to the scan.
 */
const FREE = 1_000_000;
const PER_PLACE = 512;

/** One for all methods of a table, so that a compilation costs at most in proportion to its layers. */
export class Budget {
  /** How much work has been done, whether it was allowed or not. */
  spent = 0;
  readonly #perPlace: number;
  #allowed: number;

  /** Tests make it small, so that small tables are past it. */
  constructor(free: number = FREE, perPlace: number = PER_PLACE) {
    this.#allowed = free;
    this.#perPlace = perPlace;
  }

  addPlaces(layers: readonly { readonly placements: readonly unknown[] }[]): void {
    for (const { placements } of layers) {
      this.#allowed += this.#perPlace * placements.length;
      this.spent += PLACE * placements.length;
    }
  }

  spend(units: number): void {
    this.spent += units;
  }

  get isSpent(): boolean {
    return this.spent > this.#allowed;
  }
}
