import { Pace } from './steps.js';

// Taken when loaded: tests of applications replace it later.
const { min } = Math;

/**
 * What compilation costs, in units of one array element (eight bytes and about eight instructions): for a placement, one of its
 * segments, a node of the trie, an entry with an inner list, and a list.
 */
export const PLACEMENT_COST = 64;
export const SEGMENT_COST = 16;
export const NODE_COST = 32;
export const ENTRY_COST = 16;
export const LIST_COST = 16;

/**
 * The limits for compiling a table. For each placement: a thousand routers at `/` with a middleware and twenty routes each take 250
 * units per placement, tables without middleware take 150. For each layer of the table and of the routers mounted in it, which are
 * counted once: layers have more placements if their routers are mounted several times, or if they handle several methods. So a program
 * takes at most 8 MB and 24 kB per layer. If a table exceeds this, because all of its layers overlap, its remaining leaves are scanned.
 */
const BASE_BUDGET = 1_000_000;
const BUDGET_PER_PLACEMENT = 512;
const BUDGET_PER_LAYER = 2048;

/** Shared by all methods of a table, so that the cost of compilation is at most proportional to its layers. */
export class Budget {
  /** The units spent so far; may exceed what is allowed. */
  spent = 0;
  readonly #base: number;
  readonly #perPlacement: number;
  readonly #pace = new Pace();
  #spentAtLastCheck = 0;
  #allowed: number;

  /** Tests pass small numbers, so that small tables exceed them. */
  constructor(free: number = BASE_BUDGET, perPlacement: number = BUDGET_PER_PLACEMENT) {
    this.#base = free;
    this.#allowed = free;
    this.#perPlacement = perPlacement;
  }

  allow(placements: number): void {
    this.#allowed += this.#perPlacement * placements;
  }

  /** Called after `allow`, with the number of different layers. */
  limit(layers: number): void {
    this.#allowed = min(this.#allowed, this.#base + BUDGET_PER_LAYER * layers);
  }

  spend(units: number): void {
    this.spent += units;
  }

  get isSpent(): boolean {
    return this.spent > this.#allowed;
  }

  /** Whether enough has been spent since the last step to yield. */
  isStepOver(): boolean {
    const units = this.spent - this.#spentAtLastCheck;
    this.#spentAtLastCheck = this.spent;
    return this.#pace.isDue(units);
  }
}
