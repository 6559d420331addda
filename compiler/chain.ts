import type { Occurrence, Placement } from './flatten.js';
import type { DispatchList, Entry, InnerList, Matchable } from './ir.js';
import type { Leaf } from './program.js';
import type { Segment } from './shape.js';

/** Turns the places that can match in a leaf into its dispatch lists, nested as the routers are. */
export function chain<L extends Matchable>(
  segments: readonly Segment[],
  wild: boolean,
  placements: readonly Placement<L>[] | null,
): Leaf<L> {
  if (placements === null) return { plain: null, slashed: null };
  if (placements.length === 1) return single(segments, wild, placements[0]!);
  const hits = toHits(segments, wild, placements);
  const plain = toList(hits, false);
  const differs = hits.some((hit) => hit.plain !== hit.slashed);
  return { plain, slashed: differs ? toList(hits, true) : plain };
}

/** What nearly all leaves of a large table are. */
function single<L extends Matchable>(
  segments: readonly Segment[],
  wild: boolean,
  placement: Placement<L>,
): Leaf<L> {
  const { occurrence, trail } = placement;
  const sure = isCertain(placement, segments, wild) ? placement : null;
  const list = [occurrence.entry(sure, innerOf(occurrence, []))];
  return { plain: trail.plain ? list : [], slashed: trail.slashed ? list : [] };
}

interface Hit<L extends Matchable> {
  readonly occurrence: Occurrence<L>;
  /** The placement that surely matches, if there is one and no other could match as well. */
  sure: Placement<L> | null;
  plain: boolean;
  slashed: boolean;
}

function toHits<L extends Matchable>(
  segments: readonly Segment[],
  wild: boolean,
  placements: readonly Placement<L>[],
): Hit<L>[] {
  const sorted = placements.length === 1 ? placements : placements.toSorted(byOrder);
  const hits: Hit<L>[] = [];
  for (const placement of sorted) {
    const { occurrence, trail } = placement;
    const last = hits.at(-1);
    if (last?.occurrence === occurrence) {
      last.sure = null;
      last.plain ||= trail.plain;
      last.slashed ||= trail.slashed;
    } else {
      const sure = isCertain(placement, segments, wild) ? placement : null;
      hits.push({ occurrence, sure, plain: trail.plain, slashed: trail.slashed });
    }
  }
  return hits;
}

function byOrder(a: Placement, b: Placement): number {
  return a.occurrence.order - b.occurrence.order;
}

/** Whether every path that ends in the leaf is of the placement's shape, and its shape says all. */
function isCertain<L extends Matchable>(
  placement: Placement<L>,
  segments: readonly Segment[],
  wild: boolean,
): boolean {
  const own = placement.segments;
  if (!placement.precise || own.length > segments.length) return false;
  if (!placement.open && (wild || own.length !== segments.length)) return false;
  if (placement.tail > 0 && !wild && own.length === segments.length) return false;
  for (let i = 0; i < own.length; i++) {
    if (own[i] !== null && own[i] !== segments[i]) return false;
  }
  return true;
}

function toList<L extends Matchable>(hits: readonly Hit<L>[], slashed: boolean): DispatchList<L> {
  const root: Entry<L>[] = [];
  let inside: Map<Occurrence<L>, Entry<L>[]> | null = null;
  for (const hit of hits) {
    if (!(slashed ? hit.slashed : hit.plain)) continue;
    const { occurrence } = hit;
    const list = occurrence.parent === null ? root : inside?.get(occurrence.parent);
    // Its mount cannot match here.
    if (list === undefined) continue;
    if (occurrence.flattened === null) {
      list.push(occurrence.entry(hit.sure, null));
      continue;
    }
    const inner: Entry<L>[] = [];
    inside ??= new Map();
    inside.set(occurrence, inner);
    list.push(occurrence.entry(hit.sure, innerOf(occurrence, inner)));
  }
  // A copy has no room to grow: there is one such list for every leaf.
  return root.slice();
}

function innerOf<L extends Matchable>(mount: Occurrence<L>, list: DispatchList<L>): InnerList<L> | null {
  const table = mount.flattened;
  if (table === null) return null;
  return { owner: table.owner, version: table.version, length: table.layers.length, list };
}
