import type { Placement } from './flatten.js';
import type { Matchable } from './ir.js';
import type { Segment } from './shape.js';

/**
 * The compile-time trie over segments. It knows every place of every layer, gives out the leaves, and answers
 * for each leaf which places a path that ends there can still match.
 */
export class Trie<L extends Matchable> {
  readonly #root = new Node<L>();
  readonly #collector = new Collector<L>();

  insert(placement: Placement<L>): void {
    let node = this.#root;
    for (const segment of placement.segments) node = node.child(segment);
    node.exact = added(node.exact, placement);
    if (placement.open) node.wild = added(node.wild, placement);
  }

  /** Calls back for every leaf: the segments to it (valid during the call), and whether it takes what follows them. */
  forEachLeaf(visit: (segments: readonly Segment[], wild: boolean) => void): void {
    walk(this.#root, [], visit);
  }

  /**
   * All places that can match a path which ends in this leaf. The tree prefers text over any segment over the
   * rest of the path, from left to right; a place that is preferred to this leaf by that rule has a leaf of its
   * own for every path it matches, so it can be left out. Returns null once the budget is spent.
   */
  collect(segments: readonly Segment[], wild: boolean, budget: Budget): Placement<L>[] | null {
    const placements = this.#collector.collect(this.#root, segments, wild, budget);
    budget.placements -= placements.length;
    return budget.nodes < 0 || budget.placements < 0 ? null : placements;
  }
}

/** Most lists hold one placement: a literal has no room to grow, which for thousands of nodes is most of their size. */
function added<T>(list: T[] | null, value: T): T[] {
  if (list === null) return [value];
  list.push(value);
  return list;
}

/** What collecting may still cost over all leaves: trie nodes to look at, and places to put in lists. */
export interface Budget {
  nodes: number;
  placements: number;
}

/** As in the finder, an only text child stands in the node itself. */
class Node<L extends Matchable> {
  text: string | null = null;
  only: Node<L> | null = null;
  texts: Map<string, Node<L>> | null = null;
  any: Node<L> | null = null;
  /** Places for paths that end here, and for paths that go on from here. */
  exact: Placement<L>[] | null = null;
  wild: Placement<L>[] | null = null;

  get(text: string): Node<L> | undefined {
    return this.text === text ? this.only! : this.texts?.get(text);
  }

  child(segment: Segment): Node<L> {
    if (segment === null) return (this.any ??= new Node());
    let node = this.get(segment);
    if (node !== undefined) return node;
    node = new Node();
    if (this.text === null && this.texts === null) {
      this.text = segment;
      this.only = node;
      return node;
    }
    this.texts ??= new Map([[this.text!, this.only!]]);
    this.text = null;
    this.only = null;
    this.texts.set(segment, node);
    return node;
  }

  forEachText(visit: (child: Node<L>, text: string) => void): void {
    if (this.only !== null) visit(this.only, this.text!);
    else this.texts?.forEach(visit);
  }
}

/** `way` holds the segments to the node and is reused on the way back up. */
function walk<L extends Matchable>(
  node: Node<L>,
  way: Segment[],
  visit: (segments: readonly Segment[], wild: boolean) => void,
): void {
  if (node.exact !== null) visit(way, false);
  if (node.wild !== null) visit(way, true);
  node.forEachText((child, text) => step(child, text, way, visit));
  if (node.any !== null) step(node.any, null, way, visit);
}

function step<L extends Matchable>(
  child: Node<L>,
  segment: Segment,
  way: Segment[],
  visit: (segments: readonly Segment[], wild: boolean) => void,
): void {
  way.push(segment);
  walk(child, way, visit);
  way.pop();
}

/** Reused from leaf to leaf: what it found is valid until it collects again. */
class Collector<L extends Matchable> {
  readonly #placements: Placement<L>[] = [];
  #segments: readonly Segment[] = [];
  #wild = false;
  #budget: Budget = { nodes: 0, placements: 0 };

  collect(root: Node<L>, segments: readonly Segment[], wild: boolean, budget: Budget): Placement<L>[] {
    this.#placements.length = 0;
    this.#segments = segments;
    this.#wild = wild;
    this.#budget = budget;
    this.#tied(root, 0);
    return this.#placements;
  }

  /** The way to `node` is the leaf's own way so far. */
  #tied(node: Node<L>, depth: number): void {
    if (--this.#budget.nodes < 0) return;
    if (depth === this.#segments.length) {
      this.#take(this.#wild ? node.wild : node.exact);
      return;
    }
    this.#take(node.wild);
    const segment = this.#segments[depth]!;
    if (segment !== null) {
      const same = node.get(segment);
      if (same !== undefined) this.#tied(same, depth + 1);
      if (node.any !== null) this.#free(node.any, depth + 1);
    } else if (node.any !== null) {
      this.#tied(node.any, depth + 1);
    }
  }

  /** The way to `node` is less preferred than the leaf's already: whatever overlaps belongs in the list. */
  #free(node: Node<L>, depth: number): void {
    if (--this.#budget.nodes < 0) return;
    if (depth >= this.#segments.length) {
      if (this.#wild) this.#takeAllBelow(node, depth > this.#segments.length);
      else this.#take(node.exact);
      return;
    }
    this.#take(node.wild);
    const segment = this.#segments[depth]!;
    if (segment !== null) {
      const same = node.get(segment);
      if (same !== undefined) this.#free(same, depth + 1);
    } else {
      node.forEachText((child) => this.#free(child, depth + 1));
    }
    if (node.any !== null) this.#free(node.any, depth + 1);
  }

  /** The leaf takes any rest of the path, and so every place further down can still match. */
  #takeAllBelow(node: Node<L>, below: boolean): void {
    if (--this.#budget.nodes < 0) return;
    if (below) this.#take(node.exact);
    // A place that is open here stands in `exact` as well.
    if (!below) this.#take(node.wild);
    node.forEachText((child) => this.#takeAllBelow(child, true));
    if (node.any !== null) this.#takeAllBelow(node.any, true);
  }

  #take(placements: readonly Placement<L>[] | null): void {
    if (placements !== null) for (const placement of placements) this.#placements.push(placement);
  }
}
