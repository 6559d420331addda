/**
 * The costs of compilation, in units of one array element (eight bytes and about eight instructions): a placement, a node of
 * the trie, an entry with an inner list, a list.
 */
const PLACE_COST = 64;
export const NODE_COST = 32;
export const ENTRY_COST = 16;
export const LIST_COST = 16;

/**
 * The limit for compiling a table: a base, and an amount for each place. A thousand routers at `/` with a middleware and twenty
 * routes each take 250 units per place, tables without middleware take 150. A table whose layers all overlap would exceed the
 * limit: its remaining leaves are scanned.
 */
const BASE_BUDGET = 1_000_000;
const BUDGET_PER_PLACE = 512;

/** Shared by all methods of a table, so that the cost of compilation is at most proportional to its layers. */
export class Budget {
  /** The units spent so far; may exceed what is allowed. */
  spent = 0;
  readonly #perPlace: number;
  #allowed: number;

  /** Tests pass small numbers, so that small tables exceed them. */
  constructor(free: number = BASE_BUDGET, perPlace: number = BUDGET_PER_PLACE) {
    this.#allowed = free;
    this.#perPlace = perPlace;
  }

  allowPlaces(layers: readonly { readonly placements: readonly unknown[] }[]): void {
    for (const { placements } of layers) {
      this.#allowed += this.#perPlace * placements.length;
      this.spent += PLACE_COST * placements.length;
    }
  }

  spend(units: number): void {
    this.spent += units;
  }

  get isSpent(): boolean {
    return this.spent > this.#allowed;
  }
}
