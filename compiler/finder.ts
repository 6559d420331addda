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

/** Most nodes have one text child, which then stands in the node itself; a Map for each would be most of the tree. */
class SegmentNode<T> {
  declare text: string | null;
  declare only: SegmentNode<T> | null;
  declare texts: Map<string, SegmentNode<T>> | null;
  declare any: SegmentNode<T> | null;
  declare exact: T | null;
  declare wild: T | null;

  constructor() {
    this.text = null;
    this.only = null;
    this.texts = null;
    this.any = null;
    this.exact = null;
    this.wild = null;
  }

  child(segment: Segment): SegmentNode<T> {
    if (segment === null) return (this.any ??= new SegmentNode());
    if (this.text === segment) return this.only!;
    let node = this.texts?.get(segment);
    if (node !== undefined) return node;
    node = new SegmentNode();
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
