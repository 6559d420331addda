import { NodeWithChildren } from './children.js';
import type { Segment } from './shape.js';

/** Finds the leaf of a path: text is preferred over a parameter, a parameter over a wildcard, left to right. */
export interface Finder<T> {
  /**
   * `key` is a regular path other than the root, in lower case, without a trailing slash. `encoded`: it has a percent sign.
   */
  find(key: string, encoded: boolean): T | null;
}

export interface LeafSpec<T> {
  readonly segments: readonly Segment[];
  readonly wild: boolean;
  readonly leaf: T;
}

/** A node of the trie of segments: `leaf` is for paths that end here, `wildLeaf` for those with more segments. */
export class SegmentNode<T, N = any> extends NodeWithChildren<N> {
  declare leaf: T | null;
  declare wildLeaf: T | null;
  declare readonly parent: N | null;

  constructor(parent: N | null = null) {
    super();
    this.leaf = null;
    this.wildLeaf = null;
    this.parent = parent;
  }

  protected createNode(): N {
    return new SegmentNode<T>(this) as N;
  }
}

/**
 * Finds leaves in the trie that they were built from (trie.ts), with one lookup for each segment. It costs nothing to build,
 * needs no code generation, and does not slow down with its size.
 */
export class SegmentFinder<T> implements Finder<T> {
  readonly root: SegmentNode<T>;

  constructor(root: SegmentNode<T>) {
    this.root = root;
  }

  /** Depth first, with backtracking. Not recursive, because a path may have more segments than the call stack allows. */
  find(key: string): T | null {
    const { length } = key;
    let node = this.root;
    /** Position of the slash before the next segment, or the end of the path. */
    let at = 0;
    for (;;) {
      if (at === length) {
        if (node.leaf !== null) return node.leaf;
      } else {
        let end = key.indexOf('/', at + 1);
        if (end === -1) end = length;
        const child = findTextChild(node, key, at + 1, end) ?? node.anyChild;
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
        if (parent.anyChild !== null && parent.anyChild !== node) {
          node = parent.anyChild;
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
  const pending: { node: SegmentNode<T>; segments: readonly Segment[] }[] = [{ node: root, segments: [] }];
  while (pending.length > 0) {
    const { node, segments } = pending.pop()!;
    if (node.leaf !== null) yield { segments, wild: false, leaf: node.leaf };
    if (node.wildLeaf !== null) yield { segments, wild: true, leaf: node.wildLeaf };
    for (const [segment, child] of node.children())
      pending.push({ node: child, segments: [...segments, segment] });
  }
}

function findTextChild<T>(
  node: SegmentNode<T>,
  key: string,
  from: number,
  to: number,
): SegmentNode<T> | null {
  const { onlyText } = node;
  if (onlyText !== null)
    return onlyText.length === to - from && key.startsWith(onlyText, from) ? node.onlyChild : null;
  return node.textChildren?.find(key, from, to) ?? null;
}
