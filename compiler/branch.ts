import type { Segment } from './shape.js';

/**
 * A node of a tree of segments. Most nodes have one text child, which then stands in the node itself: a Map for each
 * would be most of the tree.
 */
export abstract class Branch<N> {
  declare text: string | null;
  declare only: N | null;
  declare texts: Map<string, N> | null;
  declare any: N | null;

  constructor() {
    this.text = null;
    this.only = null;
    this.texts = null;
    this.any = null;
  }

  protected abstract create(): N;

  get(text: string): N | undefined {
    return this.text === text ? this.only! : this.texts?.get(text);
  }

  /** All children, in the order in which they are preferred. */
  *children(): Generator<[segment: Segment, child: N], void> {
    if (this.only !== null) yield [this.text, this.only];
    if (this.texts !== null) yield* this.texts;
    if (this.any !== null) yield [null, this.any];
  }

  /** The child for a segment, made if need be. */
  child(segment: Segment): N {
    if (segment === null) return (this.any ??= this.create());
    let node = this.get(segment);
    if (node !== undefined) return node;
    node = this.create();
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
}
