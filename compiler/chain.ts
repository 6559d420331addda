import type { Occurrence, Placement } from './flatten.js';
import type { DispatchList, Entry, Matchable } from './ir.js';
import type { Leaf } from './program.js';
import type { Segment } from './shape.js';

/** Turns the places that can match in a leaf into its dispatch lists, nested as the routers are. */
export function chain<L extends Matchable>(
  segments: readonly Segment[],
  wild: boolean,
  placements: readonly Placement<L>[] | null,
): Leaf<L> {
  if (placements === null) return { segments, wild, plain: null, slashed: null };
  const hits = toHits(segments, wild, placements);
  const differs = hits.some((hit) => hit.plain !== hit.slashed);
  const plain = toList(hits, (hit) => hit.plain);
  return { segments, wild, plain, slashed: differs ? toList(hits, (hit) => hit.slashed) : plain };
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
  const sorted = [...placements].sort((a, b) => a.occurrence.order - b.occurrence.order);
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

function toList<L extends Matchable>(
  hits: readonly Hit<L>[],
  accepts: (hit: Hit<L>) => boolean,
): DispatchList<L> {
  const root: Entry<L>[] = [];
  const inside = new Map<Occurrence<L>, Entry<L>[]>();
  for (const hit of hits) {
    if (!accepts(hit)) continue;
    const { occurrence } = hit;
    const list = occurrence.parent === null ? root : inside.get(occurrence.parent);
    // Its mount cannot match here.
    if (list === undefined) continue;
    const table = occurrence.flattened;
    if (table === null) {
      list.push(occurrence.entry(hit.sure, null));
      continue;
    }
    const inner: Entry<L>[] = [];
    inside.set(occurrence, inner);
    const { owner, version } = table;
    list.push(occurrence.entry(hit.sure, { owner, version, length: table.layers.length, list: inner }));
  }
  return root;
}
