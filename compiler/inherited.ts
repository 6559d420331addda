import type { Budget } from './budget.js';
import type { DispatchList, Matchable } from './ir.js';
import { addToLeaf, addToList, SCANNED_LEAF } from './lists.js';
import { collectPlacementsBelow, type ParallelNodes } from './parallel.js';
import type { Leaf } from './program.js';

/**
 * Used by leaves.ts: the dispatch lists that a node of the trie adds its own placements to. They contain the placements that are
 * open above the node, and those of its parallel nodes (parallel.ts). Most siblings inherit the same lists and share one object.
 */
export class InheritedLists<L extends Matchable> {
  readonly parallelNodes: ParallelNodes<L>;
  readonly openAbove: DispatchList<L> | null;
  readonly #budget: Budget;
  #exact: Leaf<L> | undefined;
  #open: DispatchList<L> | null | undefined;
  #openAndBelow: DispatchList<L> | null | undefined;

  /** Both are null if there are too many placements or nodes. */
  constructor(openAbove: DispatchList<L> | null, parallelNodes: ParallelNodes<L>, budget: Budget) {
    this.parallelNodes = openAbove === null ? null : parallelNodes;
    this.openAbove = openAbove;
    this.#budget = budget;
  }

  /** For paths that end at the node. */
  get exact(): Leaf<L> {
    return (this.#exact ??= this.#createExact());
  }

  /** For paths with more segments: the placements that match all of them. */
  get open(): DispatchList<L> | null {
    if (this.#open === undefined) this.#open = this.#createOpen();
    return this.#open;
  }

  /** For paths with more segments that no other leaf has: any placement below a parallel node may match them as well. */
  get openAndBelow(): DispatchList<L> | null {
    if (this.#openAndBelow === undefined) this.#openAndBelow = this.#createOpenAndBelow();
    return this.#openAndBelow;
  }

  #createExact(): Leaf<L> {
    if (this.parallelNodes === null) return SCANNED_LEAF;
    let leaf: Leaf<L> = { plain: this.openAbove, slashed: this.openAbove };
    for (const { node, certain } of this.parallelNodes) {
      if (node.endPlacements !== null)
        leaf = addToLeaf(leaf, node.endPlacements, true, this.#budget, certain);
    }
    return leaf;
  }

  #createOpen(): DispatchList<L> | null {
    if (this.parallelNodes === null) return null;
    let list = this.openAbove;
    for (const { node, certain } of this.parallelNodes) {
      if (node.openPlacements !== null && list !== null)
        list = addToList(list, node.openPlacements, false, certain, this.#budget);
    }
    return list;
  }

  #createOpenAndBelow(): DispatchList<L> | null {
    let list = this.open;
    for (const { node } of this.parallelNodes ?? []) {
      const below = collectPlacementsBelow(node, this.#budget);
      if (below === null || list === null) return null;
      list = addToList(list, below, false, false, this.#budget);
    }
    return list;
  }
}
