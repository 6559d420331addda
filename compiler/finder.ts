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
  declare readonly parent: N | null;

  constructor(parent: N | null = null) {
    super();
    this.leaf = null;
    this.wildLeaf = null;
    this.parent = parent;
  }

  protected create(): N {
    return new SegmentNode<T>(this) as N;
  }
}

/**
 * A trie of whole segments, a Map lookup each. It is the trie that the leaves were made with, so that it costs nothing
 * to build; it needs no code generation, and does not slow down with its size.
 */
export class SegmentFinder<T> implements Finder<T> {
  readonly root: SegmentNode<T>;

  constructor(root: SegmentNode<T>) {
    this.root = root;
  }

  /** Goes down as far as it can, and back up to the next choice: a stack of calls could be as deep as somebody's paths. */
  find(key: string): T | null {
    const { length } = key;
    let node = this.root;
    /** Of the slash before the next segment, or the end of the path. */
    let at = 0;
    for (;;) {
      if (at === length) {
        if (node.leaf !== null) return node.leaf;
      } else {
        let end = key.indexOf('/', at + 1);
        if (end === -1) end = length;
        const child = textChild(node, key, at + 1, end) ?? node.any;
        if (child !== null) {
          node = child;
          at = end;
          continue;
        }
        if (node.wildLeaf !== null) return node.wildLeaf;
      }
      for (;;) {
        const parent: SegmentNode<T> | null = node.parent;
        if (parent === null) return null;
        if (parent.any !== null && parent.any !== node) {
          node = parent.any;
          break;
        }
        if (parent.wildLeaf !== null) return parent.wildLeaf;
        at = key.lastIndexOf('/', at - 1);
        node = parent;
      }
    }
  }
}

/** All leaves of a trie, with their segments. */
export function* leavesOf<T>(root: SegmentNode<T>): Generator<LeafSpec<T>> {
  const open: { node: SegmentNode<T>; segments: readonly Segment[] }[] = [{ node: root, segments: [] }];
  while (open.length > 0) {
    const { node, segments } = open.pop()!;
    if (node.leaf !== null) yield { segments, wild: false, leaf: node.leaf };
    if (node.wildLeaf !== null) yield { segments, wild: true, leaf: node.wildLeaf };
    for (const [segment, child] of node.children())
      open.push({ node: child, segments: [...segments, segment] });
  }
}

function textChild<T>(node: SegmentNode<T>, key: string, from: number, to: number): SegmentNode<T> | null {
  const { text } = node;
  if (text !== null) return text.length === to - from && key.startsWith(text, from) ? node.only : null;
  return node.texts === null ? null : (node.texts.get(key.slice(from, to)) ?? null);
}
