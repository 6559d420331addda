import { Beside } from './beside.js';
import { type Budget, NODE } from './budget.js';
import { addPlaces, addToList, SCANNED } from './chain.js';
import type { Placement } from './flatten.js';
import { type DispatchList, type Matchable, NOTHING } from './ir.js';
import type { Leaf } from './program.js';
import type { Segment } from './shape.js';
import type { TrieNode } from './trie.js';
import { hasText, NO_WAYS, waysBeside } from './ways.js';

/** Told of every leaf as it is made; the segments are valid during the call. */
export type LeafSink<L extends Matchable> = (
  leaf: Leaf<L>,
  segments: readonly Segment[],
  wild: boolean,
) => void;

/** How many nodes are visited between two rests. */
const NODES_PER_STEP = 32;

/**
 * Makes the leaves of a trie, and gives to each the layers that a path which ends there can still match.
 *
 * The tree prefers text over any segment over the rest of the path, from left to right. A place that is preferred to
 * a leaf by that rule has a leaf of its own for every path it matches; so the places of a leaf are its own, those
 * that are open further up, and those on the less preferred ways that can be gone beside it.
 *
 * What is open further up is put together once, for all leaves below: each leaf adds to that list, and shares it.
 */
export function* makeLeaves<L extends Matchable>(
  root: TrieNode<L>,
  budget: Budget,
  sink: LeafSink<L>,
): Generator<void> {
  const segments: Segment[] = [];
  /** From the root to where the walk is. */
  const visits: Visit<L>[] = [];
  enter(new Visit<L>(root, null, new Beside<L>(NOTHING, NO_WAYS, budget), budget));
  for (let visited = 1; visits.length > 0; visited++) {
    const child = visits.at(-1)!.nextChild();
    if (child === null) {
      visits.pop()!.node.release();
      segments.pop();
    } else {
      segments.push(child.segment);
      enter(child);
    }
    if (visited % NODES_PER_STEP === 0) yield;
  }

  function enter(visit: Visit<L>): void {
    visit.makeLeaves(segments, sink);
    visits.push(visit);
  }
}

/** The walk at one node. */
class Visit<L extends Matchable> {
  readonly node: TrieNode<L>;
  readonly segment: Segment;
  readonly #beside: Beside<L>;
  readonly #budget: Budget;
  /** The children for a text, of which most nodes have one or none. */
  readonly #texts: Iterator<[string, TrieNode<L>]> | null;
  /** Whether the only text, and any other, have been gone to. */
  #only = false;
  #any = false;
  #open: DispatchList<L> | null | undefined;
  /** What is beside all those children whose text no other way knows. */
  #besideTexts: Beside<L> | undefined;

  constructor(node: TrieNode<L>, segment: Segment, beside: Beside<L>, budget: Budget) {
    this.node = node;
    this.segment = segment;
    this.#beside = beside;
    this.#budget = budget;
    this.#texts = node.texts === null ? null : node.texts.entries();
  }

  makeLeaves(segments: readonly Segment[], sink: LeafSink<L>): void {
    const { node } = this;
    this.#budget.spend(NODE);
    if (node.exact !== null) {
      node.leaf = addPlaces(this.#beside.exact, node.exact, true, this.#budget);
      sink(node.leaf, segments, false);
    }
    if (node.wild !== null) {
      node.wildLeaf = this.#wildLeaf(node.wild);
      sink(node.wildLeaf, segments, true);
    }
  }

  #wildLeaf(wild: readonly Placement<L>[]): Leaf<L> {
    const { open, rest } = this.#beside;
    const list =
      rest === open || rest === null ? this.#openList() : addToList(rest, wild, false, true, this.#budget);
    return rest === null || list === null ? SCANNED : { plain: list, slashed: list };
  }

  /** What is open for every path that goes on from here; null if there is too much of it. */
  #openList(): DispatchList<L> | null {
    if (this.#open === undefined) {
      const { open } = this.#beside;
      const { wild } = this.node;
      this.#open = open === null || wild === null ? open : addToList(open, wild, false, true, this.#budget);
    }
    return this.#open;
  }

  /** The children in the order in which the tree prefers them. */
  nextChild(): Visit<L> | null {
    const { node } = this;
    if (node.only !== null && !this.#only) {
      this.#only = true;
      return new Visit(node.only, node.text, this.#besideText(node.text!), this.#budget);
    }
    const next = this.#texts?.next();
    if (next !== undefined && !next.done) {
      const [text, child] = next.value;
      return new Visit(child, text, this.#besideText(text), this.#budget);
    }
    if (node.any === null || this.#any) return null;
    this.#any = true;
    return new Visit(node.any, null, this.#besideChild(null), this.#budget);
  }

  #besideText(text: string): Beside<L> {
    const { ways } = this.#beside;
    if (ways !== null && ways.length > 0) {
      this.#budget.spend(ways.length);
      if (hasText(ways, text)) return this.#besideChild(text);
    }
    return (this.#besideTexts ??= this.#besideChild(text));
  }

  #besideChild(segment: Segment): Beside<L> {
    const { ways } = this.#beside;
    const open = this.#openList();
    if (ways === null || open === null) return new Beside(open, null, this.#budget);
    const beside = waysBeside(this.node, segment, ways, this.#budget);
    // Nothing has been added on the way down.
    if (beside === ways && open === this.#beside.above) return this.#beside;
    return new Beside(open, beside, this.#budget);
  }
}
