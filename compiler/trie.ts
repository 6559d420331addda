import { SegmentNode } from './finder.js';
import type { Occurrence, Placement } from './flatten.js';
import type { Matchable } from './ir.js';
import type { Leaf } from './program.js';

/** The trie of segments with the placements of all layers. leaves.ts creates leaves from the placements; SegmentFinder searches it. */
export class Trie<L extends Matchable> {
  readonly root: TrieNode<L> = new TrieNode<L>(null);
  /** The nodes where mounted routers start. */
  readonly #mounts = new Map<Occurrence<L>, TrieNode<L>>();

  /** A mount has to be added before the layers of the router mounted there. */
  addOccurrence(occurrence: Occurrence<L>): void {
    const { parent, placements } = occurrence;
    const start = parent === null ? this.root : this.#mounts.get(parent)!;
    for (const placement of placements) {
      let node = start;
      const { segments } = placement;
      for (let i = 0; i < segments.length; i++) node = node.getOrCreateChild(segments[i]!);
      node.endPlacements = appendTo(node.endPlacements, placement);
      if (placement.open) node.openPlacements = appendTo(node.openPlacements, placement);
      if (occurrence.flattened !== null) this.#mounts.set(occurrence, node);
    }
  }
}

/** Most lists have one element. V8 gives an array literal no spare capacity, which would otherwise take up most of a node's memory. */
function appendTo<T>(list: T[] | null, value: T): T[] {
  if (list === null) return [value];
  list.push(value);
  return list;
}

export class TrieNode<L extends Matchable> extends SegmentNode<Leaf<L>, TrieNode<L>> {
  /** The placements that match paths that end here, and those that match paths with more segments. Open placements are in both. */
  declare endPlacements: Placement<L>[] | null;
  declare openPlacements: Placement<L>[] | null;
  /** The result of `collectPlacementsBelow`, once it has been called. */
  declare placementsBelow: Placement<L>[] | null;

  constructor(parent: TrieNode<L> | null) {
    super(parent);
    this.endPlacements = null;
    this.openPlacements = null;
    this.placementsBelow = null;
  }

  protected override createNode(): TrieNode<L> {
    return new TrieNode<L>(this);
  }

  get textChildCount(): number {
    if (this.onlyChild !== null) return 1;
    return this.textChildren === null ? 0 : this.textChildren.size;
  }

  get hasChildren(): boolean {
    return this.onlyChild !== null || this.textChildren !== null || this.anyChild !== null;
  }

  pushTextChildren(into: TrieNode<L>[]): void {
    if (this.onlyChild !== null) into.push(this.onlyChild);
    if (this.textChildren !== null) for (const child of this.textChildren.values()) into.push(child);
  }

  /** Called when all leaves that need these placements have been created: those below, and those that a lookup prefers. */
  releasePlacements(): void {
    this.endPlacements = null;
    this.openPlacements = null;
    this.placementsBelow = null;
  }
}
