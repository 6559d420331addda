import type { Budget } from './budget.js';
import { addPlaces, addToList, SCANNED } from './chain.js';
import type { DispatchList, Matchable } from './ir.js';
import type { Leaf } from './program.js';
import { placesBelow, type Ways } from './ways.js';

/**
 * What a node adds its own places to: the list of what is open above it, with what can be met on the ways beside it. Most
 * nodes have the same ways beside them as their brothers, and share it.
 */
export class Beside<L extends Matchable> {
  readonly ways: Ways<L>;
  readonly above: DispatchList<L> | null;
  readonly #budget: Budget;
  #exact: Leaf<L> | undefined;
  #open: DispatchList<L> | null | undefined;
  #rest: DispatchList<L> | null | undefined;

  /** `above` or `ways` are null if there is too much of them. */
  constructor(above: DispatchList<L> | null, ways: Ways<L>, budget: Budget) {
    this.ways = above === null ? null : ways;
    this.above = above;
    this.#budget = budget;
  }

  /** For paths that end where the node is. */
  get exact(): Leaf<L> {
    return (this.#exact ??= this.#addExact());
  }

  /** For paths that go on from there, whatever they go on to. */
  get open(): DispatchList<L> | null {
    if (this.#open === undefined) this.#open = this.#addOpen();
    return this.#open;
  }

  /** For paths that go on from there to something that no leaf knows: any place further down another way can match. */
  get rest(): DispatchList<L> | null {
    if (this.#rest === undefined) this.#rest = this.#addBelow();
    return this.#rest;
  }

  #addExact(): Leaf<L> {
    if (this.ways === null) return SCANNED;
    let leaf: Leaf<L> = { plain: this.above, slashed: this.above };
    for (const { node, sure } of this.ways) {
      if (node.exact !== null) leaf = addPlaces(leaf, node.exact, true, this.#budget, sure);
    }
    return leaf;
  }

  #addOpen(): DispatchList<L> | null {
    if (this.ways === null) return null;
    let list = this.above;
    for (const { node, sure } of this.ways) {
      if (node.wild !== null && list !== null) list = addToList(list, node.wild, false, sure, this.#budget);
    }
    return list;
  }

  #addBelow(): DispatchList<L> | null {
    let list = this.open;
    for (const { node } of this.ways ?? []) {
      const below = placesBelow(node, this.#budget);
      if (below === null || list === null) return null;
      list = addToList(list, below, false, false, this.#budget);
    }
    return list;
  }
}
