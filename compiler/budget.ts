/**
 * What compilation costs, in units of one array element (eight bytes and about eight instructions): for a placement, a node of
 * the trie, an entry with an inner list, and a list.
 */
const PLACEMENT_COST = 64;
export const NODE_COST = 32;
export const ENTRY_COST = 16;
export const LIST_COST = 16;

/**
 * The limit for compiling a table: a base, and an amount for each placement. A thousand routers at `/` with a middleware and twenty
 * routes each take 250 units per placement, tables without middleware take 150. If a table whose layers all overlap
 * exceeds the limit, its remaining leaves are scanned.
 */
const BASE_BUDGET = 1_000_000;
const BUDGET_PER_PLACEMENT = 512;

/** Shared by all methods of a table, so that the cost of compilation is at most proportional to its layers. */
export class Budget {
  /** The units spent so far; may exceed what is allowed. */
  spent = 0;
  readonly #perPlacement: number;
  #allowed: number;

  /** Tests pass small numbers, so that small tables exceed them. */
  constructor(free: number = BASE_BUDGET, perPlacement: number = BUDGET_PER_PLACEMENT) {
    this.#allowed = free;
    this.#perPlacement = perPlacement;
  }

  allowPlacements(layers: readonly { readonly placements: readonly unknown[] }[]): void {
    for (const { placements } of layers) {
      this.#allowed += this.#perPlacement * placements.length;
      this.spent += PLACEMENT_COST * placements.length;
    }
  }

  spend(units: number): void {
    this.spent += units;
  }

  get isSpent(): boolean {
    return this.spent > this.#allowed;
  }
}
