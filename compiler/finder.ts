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

/** A node of the trie of segments: the leaf of the path that ends here, and of those that go on to anything. */
export class SegmentNode<T, N = any> extends Branch<N> {
  declare leaf: T | null;
  declare wildLeaf: T | null;

  constructor() {
    super();
    this.leaf = null;
    this.wildLeaf = null;
  }

  protected create(): N {
    return new SegmentNode<T>() as N;
  }
}

/**
 * A trie of whole segments, a Map lookup each. It is the trie that the leaves were made with, so that it costs nothing
 * to build; it needs no code generation, and does not slow down with its size.
 */
export class SegmentFinder<T> implements Finder<T> {
  readonly #root: SegmentNode<T>;

  constructor(root: SegmentNode<T>) {
    this.#root = root;
  }

  find(key: string): T | null {
    return descend(this.#root, key, 0);
  }
}

/** `at` is the index of the slash before the next segment, or the end of the path. */
function descend<T>(node: SegmentNode<T>, key: string, at: number): T | null {
  if (at === key.length) return node.leaf;
  let end = key.indexOf('/', at + 1);
  if (end === -1) end = key.length;
  const child = textChild(node, key, at + 1, end);
  if (child !== null) {
    const leaf = descend(child, key, end);
    if (leaf !== null) return leaf;
  }
  if (node.any !== null) {
    const leaf = descend<T>(node.any, key, end);
    if (leaf !== null) return leaf;
  }
  return node.wildLeaf;
}

function textChild<T>(node: SegmentNode<T>, key: string, from: number, to: number): SegmentNode<T> | null {
  const { text } = node;
  if (text !== null) return text.length === to - from && key.startsWith(text, from) ? node.only : null;
  return node.texts === null ? null : (node.texts.get(key.slice(from, to)) ?? null);
}
