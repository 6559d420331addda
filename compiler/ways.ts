import { type Budget, NODE } from './budget.js';
import type { Placement } from './flatten.js';
import type { Matchable } from './ir.js';
import type { Segment } from './shape.js';
import type { TrieNode } from './trie.js';

/**
 * Real tables overlap in a few places; a table in which everything overlaps would cost the square of its size. A leaf
 * with more ways beside its own than this is answered by the linear scan.
 */
const MAX_WAYS = 1024;

/** A node on a less preferred way, as deep as the walk is. */
export interface Way<L extends Matchable> {
  readonly node: TrieNode<L>;
  /** All paths that come to where the walk is could have gone this way. */
  readonly sure: boolean;
}

/** Null once there are too many of them to say. */
export type Ways<L extends Matchable> = readonly Way<L>[] | null;

export const NO_WAYS: readonly Way<never>[] = [];

/** The ways beside a child of a node, which has `ways` beside itself. */
export function waysBeside<L extends Matchable>(
  node: TrieNode<L>,
  segment: Segment,
  ways: readonly Way<L>[],
  budget: Budget,
): Ways<L> {
  if (ways.length === 0 && (segment === null || node.any === null)) return NO_WAYS;
  if (budget.isSpent) return null;
  const beside = segment === null ? besideAny(ways) : besideText(node, segment, ways);
  budget.spend(NODE * (beside?.length ?? MAX_WAYS));
  return beside;
}

/** A parameter leaves its own way only for the rest of the path, which is no way to go on. */
function besideAny<L extends Matchable>(ways: readonly Way<L>[]): Ways<L> {
  const beside: Way<L>[] = [];
  for (const { node, sure } of ways) {
    if (beside.length + node.breadth > MAX_WAYS) return null;
    const texts: TrieNode<L>[] = [];
    node.pushTexts(texts);
    for (const text of texts) beside.push({ node: text, sure: false });
    if (node.any !== null) beside.push({ node: node.any, sure });
  }
  return beside;
}

function besideText<L extends Matchable>(
  node: TrieNode<L>,
  segment: string,
  ways: readonly Way<L>[],
): Ways<L> {
  const beside: Way<L>[] = [];
  for (const way of ways) {
    const same = way.node.get(segment);
    if (same !== undefined) beside.push({ node: same, sure: way.sure });
    if (way.node.any !== null) beside.push({ node: way.node.any, sure: way.sure });
  }
  if (node.any !== null) beside.push({ node: node.any, sure: true });
  return beside.length > MAX_WAYS ? null : beside;
}

/** Whether some way has a child for this very text, so that the ways beside it are not those beside any other text. */
export function hasText<L extends Matchable>(ways: readonly Way<L>[], segment: string): boolean {
  return ways.some(({ node }) => node.get(segment) !== undefined);
}

/** The places of all nodes below a node, in registration order; null if there is no budget for finding them all. */
export function placesBelow<L extends Matchable>(
  node: TrieNode<L>,
  budget: Budget,
): readonly Placement<L>[] | null {
  if (node.below !== null) return node.below;
  const found: Placement<L>[] = [];
  const open: TrieNode<L>[] = [node];
  while (open.length > 0) {
    if (budget.isSpent) return null;
    const next = open.pop()!;
    budget.spend(NODE);
    if (next !== node && next.exact !== null) for (const placement of next.exact) found.push(placement);
    next.pushTexts(open);
    if (next.any !== null) open.push(next.any);
  }
  node.below = found.sort(byOrder);
  return found;
}

function byOrder(a: Placement, b: Placement): number {
  return a.occurrence.order - b.occurrence.order;
}
