import { SegmentNode } from './finder.js';
import type { Placement } from './flatten.js';
import type { Matchable } from './ir.js';
import type { Leaf } from './program.js';
import type { Segment } from './shape.js';

/**
 * Real tables overlap in a few places; a table in which everything overlaps would cost the square of its size. A leaf
 * with more ways beside its own than this, or a table that has looked at more nodes than this for each of its layers,
 * is answered by the linear scan.
 */
const MAX_WAYS = 1024;
const NODES_PER_PLACEMENT = 64;
const FREE_NODES = 20_000;

/** Makes a leaf; the segments are valid during the call. Null placements: too many to say. */
export type LeafMaker<L extends Matchable> = (
  segments: readonly Segment[],
  wild: boolean,
  placements: readonly Placement<L>[] | null,
) => Leaf<L>;

/**
 * The compile-time trie over segments. It knows every place of every layer, and tells for each leaf which places a path
 * that ends there can still match.
 */
export class Trie<L extends Matchable> {
  readonly #root = new Node<L>();
  #size = 0;

  insert(placement: Placement<L>): void {
    let node = this.#root;
    const { segments } = placement;
    for (let i = 0; i < segments.length; i++) node = node.child(segments[i]!);
    node.exact = added(node.exact, placement);
    if (placement.open) node.wild = added(node.wild, placement);
    this.#size++;
  }

  /**
   * The tree prefers text over any segment over the rest of the path, from left to right. A place that is preferred to
   * a leaf by that rule has a leaf of its own for every path it matches; so the places of a leaf are its own, those
   * that are open further up, and those on the less preferred ways that can be gone beside it.
   */
  makeLeaves(make: LeafMaker<L>): SegmentNode<Leaf<L>> {
    const walk = new LeafWalk(make, FREE_NODES + NODES_PER_PLACEMENT * this.#size);
    walk.visit(this.#root, [], []);
    return this.#root;
  }
}

/** Most lists hold one placement: a literal has no room to grow, which for thousands of nodes is most of their size. */
function added<T>(list: T[] | null, value: T): T[] {
  if (list === null) return [value];
  list.push(value);
  return list;
}

class Node<L extends Matchable> extends SegmentNode<Leaf<L>, Node<L>> {
  /** Places for paths that end here, and for paths that go on from here. An open place stands in both. */
  declare exact: Placement<L>[] | null;
  declare wild: Placement<L>[] | null;

  constructor() {
    super();
    this.exact = null;
    this.wild = null;
  }

  protected override create(): Node<L> {
    return new Node();
  }

  pushTexts(into: Node<L>[]): void {
    if (this.only !== null) into.push(this.only);
    if (this.texts !== null) for (const child of this.texts.values()) into.push(child);
  }
}

/** The nodes on less preferred ways, as deep as the walk is; null once there are too many of them. */
type Ways<L extends Matchable> = Node<L>[] | null;

class LeafWalk<L extends Matchable> {
  readonly #make: LeafMaker<L>;
  readonly #segments: Segment[] = [];
  #nodes: number;

  constructor(make: LeafMaker<L>, nodes: number) {
    this.#make = make;
    this.#nodes = nodes;
  }

  /** `above` are the places that are open further up on any of the ways. */
  visit(node: Node<L>, ways: Ways<L>, above: readonly Placement<L>[]): void {
    if (node.exact !== null) node.leaf = this.#make(this.#segments, false, this.#exact(node, ways, above));
    if (node.wild !== null) node.wildLeaf = this.#make(this.#segments, true, this.#wild(node, ways, above));
    const open = openHere(node, ways, above);
    if (node.only !== null) this.#descend(node.only, node.text, node, ways, open);
    if (node.texts !== null) {
      for (const [text, child] of node.texts) this.#descend(child, text, node, ways, open);
    }
    if (node.any !== null) this.#descend(node.any, null, node, ways, open);
    // Only what is preferred to a node looks at its places, and that has been visited before.
    node.exact = null;
    node.wild = null;
  }

  #descend(
    child: Node<L>,
    segment: Segment,
    parent: Node<L>,
    ways: Ways<L>,
    above: readonly Placement<L>[],
  ): void {
    this.#segments.push(segment);
    this.visit(child, this.#waysBeside(segment, parent, ways), above);
    this.#segments.pop();
  }

  #waysBeside(segment: Segment, parent: Node<L>, ways: Ways<L>): Ways<L> {
    if (ways === null) return null;
    // A parameter leaves its own way only for the rest of the path, which is no way to go on.
    if (ways.length === 0 && (segment === null || parent.any === null)) return ways;
    const beside: Node<L>[] = [];
    for (const way of ways) {
      if (segment === null) way.pushTexts(beside);
      const same = segment === null ? undefined : way.get(segment);
      if (same !== undefined) beside.push(same);
      if (way.any !== null) beside.push(way.any);
    }
    if (segment !== null && parent.any !== null) beside.push(parent.any);
    this.#nodes -= beside.length;
    return beside.length > MAX_WAYS || this.#nodes < 0 ? null : beside;
  }

  #exact(node: Node<L>, ways: Ways<L>, above: readonly Placement<L>[]): readonly Placement<L>[] | null {
    if (ways === null) return null;
    if (ways.length === 0 && above.length === 0) return node.exact!;
    const found = [...above, ...node.exact!];
    for (const way of ways) if (way.exact !== null) found.push(...way.exact);
    return found;
  }

  #wild(node: Node<L>, ways: Ways<L>, above: readonly Placement<L>[]): readonly Placement<L>[] | null {
    if (ways === null) return null;
    if (ways.length === 0 && above.length === 0) return node.wild!;
    const found = [...above, ...node.wild!];
    for (const way of ways) {
      if (way.wild !== null) found.push(...way.wild);
      this.#takeBelow(way, found);
    }
    return this.#nodes < 0 ? null : found;
  }

  /** The leaf takes any rest of the path, and so every place further down another way can still match. */
  #takeBelow(node: Node<L>, found: Placement<L>[]): void {
    if (--this.#nodes < 0) return;
    const children: Node<L>[] = [];
    node.pushTexts(children);
    if (node.any !== null) children.push(node.any);
    for (const child of children) {
      if (child.exact !== null) found.push(...child.exact);
      this.#takeBelow(child, found);
    }
  }
}

function openHere<L extends Matchable>(
  node: Node<L>,
  ways: Ways<L>,
  above: readonly Placement<L>[],
): readonly Placement<L>[] {
  let open = node.wild === null ? above : [...above, ...node.wild];
  if (ways !== null) for (const way of ways) if (way.wild !== null) open = [...open, ...way.wild];
  return open;
}
