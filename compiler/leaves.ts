import { type Budget, NODE_COST } from './budget.js';
import type { Placement } from './flatten.js';
import { InheritedLists } from './inherited.js';
import { type DispatchList, EMPTY_LIST, type Matchable } from './ir.js';
import { addToLeaf, addToList, SCANNED_LEAF } from './lists.js';
import { findParallelNodes, haveTextChild, NO_PARALLEL_NODES } from './parallel.js';
import type { Leaf } from './program.js';
import type { Segment } from './shape.js';
import type { Steps } from './steps.js';
import type { TrieNode } from './trie.js';

/** Called for every leaf; `segments` is reused after the call. */
export type LeafCallback<L extends Matchable> = (
  leaf: Leaf<L>,
  segments: readonly Segment[],
  wild: boolean,
) => void;

/**
 * Visits the nodes of a trie, depth first, and creates their leaves: for each node, the dispatch lists with the layers that can
 * match a path that ends there.
 *
 * A lookup prefers text to a parameter to a wildcard, from left to right. A path that matches a preferred placement never reaches
 * a leaf of a less preferred one. So the placements of a leaf are its own, those that are open above it, and those of less preferred nodes
 * that the same path matches (parallel.ts).
 *
 * The list of the placements that are open above is built once for all leaves below: they add to it, and share it (lists.ts).
 */
export function* makeLeaves<L extends Matchable>(
  root: TrieNode<L>,
  budget: Budget,
  onLeaf: LeafCallback<L>,
): Steps<void> {
  const segments: Segment[] = [];
  const first = new NodeVisit<L>(
    root,
    null,
    new InheritedLists<L>(EMPTY_LIST, NO_PARALLEL_NODES, budget),
    budget,
  );
  yield* first.makeLeaves(segments, onLeaf);
  /** From the root to the current node. Not recursive, because a path may have more segments than the call stack allows. */
  const visits = [first];
  while (visits.length > 0) {
    const child = visits.at(-1)!.nextChild();
    if (child === null) {
      visits.pop()!.node.releasePlacements();
      segments.pop();
    } else {
      segments.push(child.segment);
      yield* child.makeLeaves(segments, onLeaf);
      visits.push(child);
    }
    if (budget.isStepOver()) yield;
  }
}

/** A node whose children are being visited. */
class NodeVisit<L extends Matchable> {
  readonly node: TrieNode<L>;
  readonly segment: Segment;
  readonly #inherited: InheritedLists<L>;
  readonly #budget: Budget;
  /** Null for most nodes, which have at most one text child. */
  readonly #textChildren: Iterator<[string, TrieNode<L>]> | null;
  #visitedOnlyChild = false;
  #visitedAnyChild = false;
  /** The placements that match all paths with more segments; null if there are too many. */
  #open: DispatchList<L> | null = null;
  /** Shared by all children whose text no parallel node has. */
  #inheritedByTexts: InheritedLists<L> | undefined;

  constructor(node: TrieNode<L>, segment: Segment, inherited: InheritedLists<L>, budget: Budget) {
    this.node = node;
    this.segment = segment;
    this.#inherited = inherited;
    this.#budget = budget;
    this.#textChildren = node.textChildren === null ? null : node.textChildren[Symbol.iterator]();
  }

  /** Called before the children are visited. */
  *makeLeaves(segments: readonly Segment[], onLeaf: LeafCallback<L>): Steps<void> {
    const { node } = this;
    this.#budget.spend(NODE_COST);
    if (node.endPlacements !== null) {
      const exact = yield* this.#inherited.getExact();
      node.leaf = yield* addToLeaf(exact, node.endPlacements, true, this.#budget);
      onLeaf(node.leaf, segments, false);
    }
    if (node.openPlacements !== null || node.hasChildren) this.#open = yield* this.#createOpenList();
    if (node.openPlacements !== null) {
      node.wildLeaf = yield* this.#createWildLeaf(node.openPlacements);
      onLeaf(node.wildLeaf, segments, true);
    }
  }

  *#createOpenList(): Steps<DispatchList<L> | null> {
    const open = yield* this.#inherited.getOpen();
    const { openPlacements } = this.node;
    if (open === null || openPlacements === null) return open;
    return yield* addToList(open, openPlacements, false, true, this.#budget);
  }

  *#createWildLeaf(openPlacements: readonly Placement<L>[]): Steps<Leaf<L>> {
    const open = yield* this.#inherited.getOpen();
    const openAndBelow = yield* this.#inherited.getOpenAndBelow();
    const list =
      openAndBelow === open || openAndBelow === null
        ? this.#open
        : yield* addToList(openAndBelow, openPlacements, false, true, this.#budget);
    return openAndBelow === null || list === null ? SCANNED_LEAF : { plain: list, slashed: list };
  }

  /** The children in the order in which a lookup prefers them. */
  nextChild(): NodeVisit<L> | null {
    const { node } = this;
    if (node.onlyChild !== null && !this.#visitedOnlyChild) {
      this.#visitedOnlyChild = true;
      return new NodeVisit(
        node.onlyChild,
        node.onlyText,
        this.#inheritedByText(node.onlyText!),
        this.#budget,
      );
    }
    const next = this.#textChildren?.next();
    if (next !== undefined && !next.done) {
      const [text, child] = next.value;
      return new NodeVisit(child, text, this.#inheritedByText(text), this.#budget);
    }
    if (node.anyChild === null || this.#visitedAnyChild) return null;
    this.#visitedAnyChild = true;
    return new NodeVisit(node.anyChild, null, this.#inheritedByParam(), this.#budget);
  }

  #inheritedByText(text: string): InheritedLists<L> {
    const { parallelNodes } = this.#inherited;
    if (parallelNodes !== null && parallelNodes.length > 0) {
      this.#budget.spend(parallelNodes.length);
      if (haveTextChild(parallelNodes, text)) return this.#createInherited(text);
    }
    this.#inheritedByTexts ??=
      this.#addsNothing && this.node.anyChild === null
        ? (this.#inherited.belowText ??= this.#createInherited(text))
        : this.#createInherited(text);
    return this.#inheritedByTexts;
  }

  #inheritedByParam(): InheritedLists<L> {
    return this.#addsNothing
      ? (this.#inherited.belowParam ??= this.#createInherited(null))
      : this.#createInherited(null);
  }

  /** Its children inherit the same as those of any other such node that has inherited the same. */
  get #addsNothing(): boolean {
    return this.node.openPlacements === null;
  }

  #createInherited(segment: Segment): InheritedLists<L> {
    const { parallelNodes } = this.#inherited;
    const open = this.#open;
    if (parallelNodes === null || open === null) return new InheritedLists(open, null, this.#budget);
    const found = findParallelNodes(this.node, segment, parallelNodes, this.#budget);
    // The node has added nothing: the child can share the lists that the node has inherited.
    if (found === parallelNodes && open === this.#inherited.openAbove) return this.#inherited;
    return new InheritedLists(open, found, this.#budget);
  }
}
