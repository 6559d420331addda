import type { Segment } from './shape.js';

/** Finds the leaf of a path: text is preferred over a parameter, a parameter over a wildcard, left to right. */
export interface Finder<T> {
  /** `key` is a regular path in lower case without a slash at its end, and not the root. */
  find(key: string): T | null;
}

export interface LeafSpec<T> {
  readonly segments: readonly Segment[];
  readonly wild: boolean;
  readonly leaf: T;
}

/**
 * A trie of whole segments, a Map lookup each. It costs next to nothing to build, needs no code generation, and
 * does not slow down with its size.
 */
export class SegmentFinder<T> implements Finder<T> {
  readonly #root = new SegmentNode<T>();

  constructor(leaves: readonly LeafSpec<T>[]) {
    for (const { segments, wild, leaf } of leaves) {
      let node = this.#root;
      for (const segment of segments) node = node.child(segment);
      if (wild) node.wild = leaf;
      else node.exact = leaf;
    }
  }

  find(key: string): T | null {
    return descend(this.#root, key, 0);
  }
}

class SegmentNode<T> {
  texts: Map<string, SegmentNode<T>> | null = null;
  any: SegmentNode<T> | null = null;
  exact: T | null = null;
  wild: T | null = null;

  child(segment: Segment): SegmentNode<T> {
    if (segment === null) return (this.any ??= new SegmentNode());
    this.texts ??= new Map();
    let node = this.texts.get(segment);
    if (node === undefined) this.texts.set(segment, (node = new SegmentNode()));
    return node;
  }
}

/** `at` is the index of the slash before the next segment, or the end of the path. */
function descend<T>(node: SegmentNode<T>, key: string, at: number): T | null {
  if (at === key.length) return node.exact;
  let end = key.indexOf('/', at + 1);
  if (end === -1) end = key.length;
  if (node.texts !== null) {
    const child = node.texts.get(key.slice(at + 1, end));
    if (child !== undefined) {
      const leaf = descend(child, key, end);
      if (leaf !== null) return leaf;
    }
  }
  if (node.any !== null) {
    const leaf = descend(node.any, key, end);
    if (leaf !== null) return leaf;
  }
  return node.wild;
}
