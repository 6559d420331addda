import type { Placement } from './flatten.js';
import type { Matchable } from './ir.js';
import type { Segment } from './shape.js';

/**
 * The compile-time trie over segments. It knows every place of every layer, gives out the leaves, and answers
 * for each leaf which places a path that ends there can still match.
 */
export class Trie<L extends Matchable> {
  readonly #root = new Node<L>();

  insert(placement: Placement<L>): void {
    let node = this.#root;
    for (const segment of placement.segments) node = node.child(segment);
    (node.exact ??= []).push(placement);
    if (placement.open) (node.wild ??= []).push(placement);
  }

  /** Calls back for every leaf: the segments to it, and whether it takes whatever follows them. */
  forEachLeaf(visit: (segments: readonly Segment[], wild: boolean) => void): void {
    walk(this.#root, [], visit);
  }

  /**
   * All places that can match a path which ends in this leaf. The tree prefers text over any segment over the
   * rest of the path, from left to right; a place that is preferred to this leaf by that rule has a leaf of its
   * own for every path it matches, so it can be left out. Returns null once the budget is spent.
   */
  collect(segments: readonly Segment[], wild: boolean, budget: Budget): Placement<L>[] | null {
    const found = new Collector<L>(segments, wild, budget);
    found.tied(this.#root, 0);
    budget.placements -= found.placements.length;
    return budget.nodes < 0 || budget.placements < 0 ? null : found.placements;
  }
}

/** What collecting may still cost over all leaves: trie nodes to look at, and places to put in lists. */
export interface Budget {
  nodes: number;
  placements: number;
}

class Node<L extends Matchable> {
  texts: Map<string, Node<L>> | null = null;
  any: Node<L> | null = null;
  /** Places for paths that end here, and for paths that go on from here. */
  exact: Placement<L>[] | null = null;
  wild: Placement<L>[] | null = null;

  child(segment: Segment): Node<L> {
    if (segment === null) return (this.any ??= new Node());
    this.texts ??= new Map();
    let node = this.texts.get(segment);
    if (node === undefined) this.texts.set(segment, (node = new Node()));
    return node;
  }
}

function walk<L extends Matchable>(
  node: Node<L>,
  segments: readonly Segment[],
  visit: (segments: readonly Segment[], wild: boolean) => void,
): void {
  if (node.exact !== null) visit(segments, false);
  if (node.wild !== null) visit(segments, true);
  if (node.texts !== null) for (const [text, child] of node.texts) walk(child, [...segments, text], visit);
  if (node.any !== null) walk(node.any, [...segments, null], visit);
}

class Collector<L extends Matchable> {
  readonly placements: Placement<L>[] = [];
  readonly #segments: readonly Segment[];
  readonly #wild: boolean;
  readonly #budget: Budget;

  constructor(segments: readonly Segment[], wild: boolean, budget: Budget) {
    this.#segments = segments;
    this.#wild = wild;
    this.#budget = budget;
  }

  /** The way to `node` is the leaf's own way so far. */
  tied(node: Node<L>, depth: number): void {
    if (--this.#budget.nodes < 0) return;
    if (depth === this.#segments.length) {
      this.#take(this.#wild ? node.wild : node.exact);
      return;
    }
    this.#take(node.wild);
    const segment = this.#segments[depth]!;
    if (segment !== null) {
      const same = node.texts?.get(segment);
      if (same !== undefined) this.tied(same, depth + 1);
      if (node.any !== null) this.free(node.any, depth + 1);
    } else if (node.any !== null) {
      this.tied(node.any, depth + 1);
    }
  }

  /** The way to `node` is less preferred than the leaf's already: whatever overlaps belongs in the list. */
  free(node: Node<L>, depth: number): void {
    if (--this.#budget.nodes < 0) return;
    if (depth >= this.#segments.length) {
      if (this.#wild) this.#takeAllBelow(node, depth > this.#segments.length);
      else this.#take(node.exact);
      return;
    }
    this.#take(node.wild);
    const segment = this.#segments[depth]!;
    if (segment !== null) {
      const same = node.texts?.get(segment);
      if (same !== undefined) this.free(same, depth + 1);
    } else if (node.texts !== null) {
      for (const child of node.texts.values()) this.free(child, depth + 1);
    }
    if (node.any !== null) this.free(node.any, depth + 1);
  }

  /** The leaf takes any rest of the path, and so every place further down can still match. */
  #takeAllBelow(node: Node<L>, below: boolean): void {
    if (--this.#budget.nodes < 0) return;
    if (below) this.#take(node.exact);
    // A place that is open here stands in `exact` as well.
    if (!below) this.#take(node.wild);
    if (node.texts !== null) for (const child of node.texts.values()) this.#takeAllBelow(child, true);
    if (node.any !== null) this.#takeAllBelow(node.any, true);
  }

  #take(placements: readonly Placement<L>[] | null): void {
    if (placements !== null) for (const placement of placements) this.placements.push(placement);
  }
}
