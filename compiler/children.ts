import type { Segment } from './shape.js';
import { TextMap } from './text-map.js';

/**
 * The children of a node in a trie of segments. Most nodes have one text child, which is stored in the node itself: if each
 * had a map, the maps would take up most of the trie's memory.
 */
export abstract class NodeWithChildren<N> {
  /** The segment of `onlyChild`; both are null if there is no text child or more than one. */
  declare onlyText: string | null;
  declare onlyChild: N | null;
  /** Null unless there is more than one text child. */
  declare textChildren: TextMap<N> | null;
  /** The child for a parameter, which matches any single segment. */
  declare anyChild: N | null;

  constructor() {
    this.onlyText = null;
    this.onlyChild = null;
    this.textChildren = null;
    this.anyChild = null;
  }

  protected abstract createNode(): N;

  getTextChild(text: string): N | undefined {
    return this.onlyText === text ? this.onlyChild! : this.textChildren?.get(text);
  }

  /** All children, in the order in which a lookup prefers them. */
  *children(): Generator<[segment: Segment, child: N], void> {
    if (this.onlyChild !== null) yield [this.onlyText, this.onlyChild];
    if (this.textChildren !== null) yield* this.textChildren;
    if (this.anyChild !== null) yield [null, this.anyChild];
  }

  getOrCreateChild(segment: Segment): N {
    if (segment === null) return (this.anyChild ??= this.createNode());
    let node = this.getTextChild(segment);
    if (node !== undefined) return node;
    node = this.createNode();
    if (this.onlyText === null && this.textChildren === null) {
      this.onlyText = segment;
      this.onlyChild = node;
      return node;
    }
    this.textChildren ??= this.#createTextChildren();
    this.textChildren.add(segment, node);
    return node;
  }

  #createTextChildren(): TextMap<N> {
    const children = new TextMap<N>();
    children.add(this.onlyText!, this.onlyChild!);
    this.onlyText = null;
    this.onlyChild = null;
    return children;
  }
}
