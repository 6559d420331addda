import type { Budget } from './budget.js';
import type { DispatchList, Matchable } from './ir.js';
import { addToLeaf, addToList, SCANNED_LEAF } from './lists.js';
import { collectPlacementsBelow, type ParallelNodes } from './parallel.js';
import type { Leaf } from './program.js';
import type { Steps } from './steps.js';

/**
 * Used by leaves.ts: the dispatch lists that a node of the trie adds its own placements to. They contain the placements that are
 * open above the node, and those of its parallel nodes (parallel.ts). Most siblings inherit the same lists and share one object.
 */
export class InheritedLists<L extends Matchable> {
  readonly parallelNodes: ParallelNodes<L>;
  readonly openAbove: DispatchList<L> | null;
  /** What the children of a node inherit that adds nothing itself: for a parameter, and for text that no parallel node has. */
  belowParam: InheritedLists<L> | undefined;
  belowText: InheritedLists<L> | undefined;
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
  *getExact(): Steps<Leaf<L>> {
    return (this.#exact ??= yield* this.#createExact());
  }

  /** For paths with more segments: the placements that match all of them. */
  *getOpen(): Steps<DispatchList<L> | null> {
    if (this.#open === undefined) this.#open = yield* this.#createOpen();
    return this.#open;
  }

  /** For paths with more segments that no other leaf has: any placement below a parallel node may match them as well. */
  *getOpenAndBelow(): Steps<DispatchList<L> | null> {
    if (this.#openAndBelow === undefined) this.#openAndBelow = yield* this.#createOpenAndBelow();
    return this.#openAndBelow;
  }

  *#createExact(): Steps<Leaf<L>> {
    if (this.parallelNodes === null) return SCANNED_LEAF;
    let leaf: Leaf<L> = { plain: this.openAbove, slashed: this.openAbove };
    for (const { node, certain } of this.parallelNodes) {
      if (node.endPlacements !== null)
        leaf = yield* addToLeaf(leaf, node.endPlacements, true, this.#budget, certain);
      if (this.#budget.isStepOver()) yield;
    }
    return leaf;
  }

  *#createOpen(): Steps<DispatchList<L> | null> {
    if (this.parallelNodes === null) return null;
    let list = this.openAbove;
    for (const { node, certain } of this.parallelNodes) {
      if (node.openPlacements !== null && list !== null)
        list = yield* addToList(list, node.openPlacements, false, certain, this.#budget);
      if (this.#budget.isStepOver()) yield;
    }
    return list;
  }

  *#createOpenAndBelow(): Steps<DispatchList<L> | null> {
    let list = yield* this.getOpen();
    for (const { node } of this.parallelNodes ?? []) {
      const below = collectPlacementsBelow(node, this.#budget);
      if (below === null || list === null) return null;
      list = yield* addToList(list, below, false, false, this.#budget);
      if (this.#budget.isStepOver()) yield;
    }
    return list;
  }
}
