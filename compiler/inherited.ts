import type { Budget } from './budget.js';
import type { DispatchList, Matchable } from './ir.js';
import { addToLeaf, addToList, SCANNED_LEAF } from './lists.js';
import { collectPlacesBelow, type ParallelNodes } from './parallel.js';
import type { Leaf } from './program.js';

/**
 * Together with leaves.ts: the dispatch lists that a node of the trie adds its own places to. They have the places that are
 * open above the node, and those of its parallel nodes (parallel.ts). Most siblings have the same, and share one object.
 */
export class InheritedLists<L extends Matchable> {
  readonly parallelNodes: ParallelNodes<L>;
  readonly openAbove: DispatchList<L> | null;
  readonly #budget: Budget;
  #exact: Leaf<L> | undefined;
  #open: DispatchList<L> | null | undefined;
  #openAndBelow: DispatchList<L> | null | undefined;

  /** Both are null if there are too many places or nodes. */
  constructor(openAbove: DispatchList<L> | null, parallelNodes: ParallelNodes<L>, budget: Budget) {
    this.parallelNodes = openAbove === null ? null : parallelNodes;
    this.openAbove = openAbove;
    this.#budget = budget;
  }

  /** For paths that end at the node. */
  get exact(): Leaf<L> {
    return (this.#exact ??= this.#createExact());
  }

  /** For paths with more segments: the places that match all of them. */
  get open(): DispatchList<L> | null {
    if (this.#open === undefined) this.#open = this.#createOpen();
    return this.#open;
  }

  /** For paths with more segments that no other leaf has: any place below a parallel node may match them as well. */
  get openAndBelow(): DispatchList<L> | null {
    if (this.#openAndBelow === undefined) this.#openAndBelow = this.#createOpenAndBelow();
    return this.#openAndBelow;
  }

  #createExact(): Leaf<L> {
    if (this.parallelNodes === null) return SCANNED_LEAF;
    let leaf: Leaf<L> = { plain: this.openAbove, slashed: this.openAbove };
    for (const { node, certain } of this.parallelNodes) {
      if (node.endPlaces !== null) leaf = addToLeaf(leaf, node.endPlaces, true, this.#budget, certain);
    }
    return leaf;
  }

  #createOpen(): DispatchList<L> | null {
    if (this.parallelNodes === null) return null;
    let list = this.openAbove;
    for (const { node, certain } of this.parallelNodes) {
      if (node.openPlaces !== null && list !== null)
        list = addToList(list, node.openPlaces, false, certain, this.#budget);
    }
    return list;
  }

  #createOpenAndBelow(): DispatchList<L> | null {
    let list = this.open;
    for (const { node } of this.parallelNodes ?? []) {
      const below = collectPlacesBelow(node, this.#budget);
      if (below === null || list === null) return null;
      list = addToList(list, below, false, false, this.#budget);
    }
    return list;
  }
}
