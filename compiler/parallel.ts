import { type Budget, NODE_COST } from './budget.js';
import type { Placement } from './flatten.js';
import type { Matchable } from './ir.js';
import type { Segment } from './shape.js';
import type { TrieNode } from './trie.js';

/**
 * Real tables overlap in few nodes; for a table in which everything overlaps, the cost would be quadratic. The table is scanned
 * for leaves with more parallel nodes than this.
 */
const MAX_PARALLEL_NODES = 1024;
/** To try as many layers that only may match is not faster than to scan the table. */
const MAX_PLACEMENTS_BELOW = 1024;

/**
 * Used by leaves.ts, which visits the nodes of the trie, and inherited.ts. A node is parallel to the visited one if both have
 * the same depth, a lookup prefers the visited one, and some paths match both: `/users/:id` is parallel to `/users/me`.
 */
export interface ParallelNode<L extends Matchable> {
  readonly node: TrieNode<L>;
  /** All paths that match the visited node also match this one. */
  readonly certain: boolean;
}

/** Null if there are too many. */
export type ParallelNodes<L extends Matchable> = readonly ParallelNode<L>[] | null;

export const NO_PARALLEL_NODES: readonly ParallelNode<never>[] = [];

/** The nodes parallel to the child of `node` for `segment`; `parallelNodes` are those parallel to `node`. */
export function findParallelNodes<L extends Matchable>(
  node: TrieNode<L>,
  segment: Segment,
  parallelNodes: readonly ParallelNode<L>[],
  budget: Budget,
): ParallelNodes<L> {
  if (parallelNodes.length === 0 && (segment === null || node.anyChild === null)) return NO_PARALLEL_NODES;
  if (budget.isSpent) return null;
  const found =
    segment === null ? parallelToParam(parallelNodes) : parallelToText(node, segment, parallelNodes);
  budget.spend(NODE_COST * (found?.length ?? MAX_PARALLEL_NODES));
  return found;
}

/** The other children of the same node are not parallel to its parameter, because a lookup prefers them. */
function parallelToParam<L extends Matchable>(parallelNodes: readonly ParallelNode<L>[]): ParallelNodes<L> {
  const found: ParallelNode<L>[] = [];
  for (const { node, certain } of parallelNodes) {
    if (found.length + node.textChildCount > MAX_PARALLEL_NODES) return null;
    const texts: TrieNode<L>[] = [];
    node.pushTextChildren(texts);
    for (const text of texts) found.push({ node: text, certain: false });
    if (node.anyChild !== null) found.push({ node: node.anyChild, certain });
  }
  return found;
}

function parallelToText<L extends Matchable>(
  node: TrieNode<L>,
  segment: string,
  parallelNodes: readonly ParallelNode<L>[],
): ParallelNodes<L> {
  const found: ParallelNode<L>[] = [];
  for (const parallel of parallelNodes) {
    const same = parallel.node.getTextChild(segment);
    if (same !== undefined) found.push({ node: same, certain: parallel.certain });
    if (parallel.node.anyChild !== null)
      found.push({ node: parallel.node.anyChild, certain: parallel.certain });
  }
  if (node.anyChild !== null) found.push({ node: node.anyChild, certain: true });
  return found.length > MAX_PARALLEL_NODES ? null : found;
}

/** Whether one of the nodes has a child for this text. If not, the same nodes are parallel as for other such texts. */
export function haveTextChild<L extends Matchable>(
  parallelNodes: readonly ParallelNode<L>[],
  segment: string,
): boolean {
  return parallelNodes.some(({ node }) => node.getTextChild(segment) !== undefined);
}

/** The placements of all nodes below a node, in registration order; null if there are too many. */
export function collectPlacementsBelow<L extends Matchable>(
  node: TrieNode<L>,
  budget: Budget,
): readonly Placement<L>[] | null {
  if (node.placementsBelow !== null) return node.placementsBelow;
  const found: Placement<L>[] = [];
  const pending: TrieNode<L>[] = [node];
  while (pending.length > 0) {
    if (budget.isSpent) return null;
    const next = pending.pop()!;
    budget.spend(NODE_COST);
    if (next !== node && next.endPlacements !== null) {
      if (found.length + next.endPlacements.length > MAX_PLACEMENTS_BELOW) return null;
      found.push(...next.endPlacements);
    }
    next.pushTextChildren(pending);
    if (next.anyChild !== null) pending.push(next.anyChild);
  }
  node.placementsBelow = found.sort(compareOrder);
  return found;
}

function compareOrder(a: Placement, b: Placement): number {
  return a.occurrence.order - b.occurrence.order;
}
