import { Branch } from './branch.js';
import type { Segment } from './shape.js';

/** Finds the leaf of a path: text is preferred over a parameter, a parameter over a wildcard, left to right. */
export interface Finder<T> {
  /**
   * `key` is a regular path in lower case without a slash at its end, and not the root; `encoded` if it has a percent
   * sign.
   */
  find(key: string, encoded: boolean): T | null;
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

class SegmentNode<T> extends Branch<SegmentNode<T>> {
  declare exact: T | null;
  declare wild: T | null;

  constructor() {
    super();
    this.exact = null;
    this.wild = null;
  }

  protected create(): SegmentNode<T> {
    return new SegmentNode();
  }
}

/** `at` is the index of the slash before the next segment, or the end of the path. */
function descend<T>(node: SegmentNode<T>, key: string, at: number): T | null {
  if (at === key.length) return node.exact;
  let end = key.indexOf('/', at + 1);
  if (end === -1) end = key.length;
  const child = textChild(node, key, at + 1, end);
  if (child !== null) {
    const leaf = descend(child, key, end);
    if (leaf !== null) return leaf;
  }
  if (node.any !== null) {
    const leaf = descend(node.any, key, end);
    if (leaf !== null) return leaf;
  }
  return node.wild;
}

function textChild<T>(node: SegmentNode<T>, key: string, from: number, to: number): SegmentNode<T> | null {
  const { text } = node;
  if (text !== null) return text.length === to - from && key.startsWith(text, from) ? node.only : null;
  return node.texts === null ? null : (node.texts.get(key.slice(from, to)) ?? null);
}
