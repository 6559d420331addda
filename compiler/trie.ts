import { SegmentNode } from './finder.js';
import type { Occurrence, Placement } from './flatten.js';
import type { Matchable } from './ir.js';
import type { Leaf } from './program.js';

/** The compile-time trie over segments. It knows every place of every layer. */
export class Trie<L extends Matchable> {
  readonly root: TrieNode<L> = new TrieNode<L>(null);
  /** Where mounted routers begin. */
  readonly #mounts = new Map<Occurrence<L>, TrieNode<L>>();

  /** Mounts have to come before what is mounted there. */
  insert(occurrence: Occurrence<L>): void {
    const { parent, placements } = occurrence;
    const start = parent === null ? this.root : this.#mounts.get(parent)!;
    for (const placement of placements) {
      let node = start;
      const { segments } = placement;
      for (let i = 0; i < segments.length; i++) node = node.child(segments[i]!);
      node.exact = added(node.exact, placement);
      if (placement.open) node.wild = added(node.wild, placement);
      if (occurrence.flattened !== null) this.#mounts.set(occurrence, node);
    }
  }
}

/** Most lists hold one placement: a literal has no room to grow, which for thousands of nodes is most of their size. */
function added<T>(list: T[] | null, value: T): T[] {
  if (list === null) return [value];
  list.push(value);
  return list;
}

export class TrieNode<L extends Matchable> extends SegmentNode<Leaf<L>, TrieNode<L>> {
  /** Places for paths that end here, and for paths that go on from here. An open place stands in both. */
  declare exact: Placement<L>[] | null;
  declare wild: Placement<L>[] | null;
  /** The places of all nodes below, once somebody has asked for them. */
  declare below: Placement<L>[] | null;

  constructor(parent: TrieNode<L> | null) {
    super(parent);
    this.exact = null;
    this.wild = null;
    this.below = null;
  }

  protected override create(): TrieNode<L> {
    return new TrieNode<L>(this);
  }

  /** How many children are for a text. */
  get breadth(): number {
    if (this.only !== null) return 1;
    return this.texts === null ? 0 : this.texts.size;
  }

  pushTexts(into: TrieNode<L>[]): void {
    if (this.only !== null) into.push(this.only);
    if (this.texts !== null) for (const child of this.texts.values()) into.push(child);
  }

  /** Called once all leaves below are made, and those of whatever is preferred: nobody looks at the places any more. */
  release(): void {
    this.exact = null;
    this.wild = null;
    this.below = null;
  }
}
