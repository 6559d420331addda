import { type Budget, ENTRY, LIST } from './budget.js';
import type { Occurrence, Placement } from './flatten.js';
import { DispatchList, Entry, type InnerList, type Matchable, NOTHING } from './ir.js';
import type { Leaf } from './program.js';

/**
 * When something is added to a list, one run of it is copied, and the way to that from the top of the list; so a leaf costs
 * no more than a few of these, however many routers are mounted above it.
 */
const MAX_RUN = 32;
const MAX_PARTS = 16;

/** What becomes of a leaf that only the scan can answer. */
export const SCANNED: Leaf<never> = { plain: null, slashed: null };

/**
 * The leaf with some more places in it. `ends` if its paths end where the places do, `sure` if they all come by there; the
 * places are in registration order.
 */
export function addPlaces<L extends Matchable>(
  leaf: Leaf<L>,
  places: readonly Placement<L>[],
  ends: boolean,
  budget: Budget,
  sure = true,
): Leaf<L> {
  const { plain, slashed } = leaf;
  if (plain === null || slashed === null) return SCANNED;
  if (plain === slashed && places.every(({ trail }) => trail.plain === trail.slashed)) {
    const list = addToList(plain, places, ends, sure, budget);
    return { plain: list, slashed: list };
  }
  const inPlain = places.filter(({ trail }) => trail.plain);
  const inSlashed = places.filter(({ trail }) => trail.slashed);
  return {
    plain: addToList(plain, inPlain, ends, sure, budget),
    slashed: addToList(slashed, inSlashed, ends, sure, budget),
  };
}

/** The same for a list; null if there is no more budget for it. What has nothing to share costs no more than its places. */
export function addToList<L extends Matchable>(
  list: DispatchList<L>,
  places: readonly Placement<L>[],
  ends: boolean,
  sure: boolean,
  budget: Budget,
): DispatchList<L> | null {
  if (places.length === 0) return list;
  if (budget.isSpent && list !== NOTHING) return null;
  budget.spend(LIST);
  if (list === NOTHING && places.length === 1) return listOfOne(places[0]!, ends, sure, budget) ?? NOTHING;
  const hits = toHits(places, ends, sure);
  return new Merge(hits, budget).into(list, 0, hits.length, 0);
}

/** What nearly all lists of a large table are. Null if its mount is not in the list. */
function listOfOne<L extends Matchable>(
  place: Placement<L>,
  ends: boolean,
  sure: boolean,
  budget: Budget,
): DispatchList<L> | null {
  const { occurrence } = place;
  if (occurrence.depth > 0) return null;
  if (occurrence.flattened !== null) budget.spend(ENTRY);
  const entry = occurrence.entry(
    sure && isCertain(place, ends) ? place : null,
    occurrence.createInner(NOTHING),
  );
  return new DispatchList([entry], null, entry.index);
}

/** A layer that can match in a leaf. */
interface Hit<L extends Matchable> {
  readonly occurrence: Occurrence<L>;
  /** The placement that surely matches, if there is one and no other could match as well. */
  sure: Placement<L> | null;
}

function toHits<L extends Matchable>(
  places: readonly Placement<L>[],
  ends: boolean,
  sure: boolean,
): Hit<L>[] {
  const hits: Hit<L>[] = [];
  for (const place of places) {
    const { occurrence } = place;
    const last = hits.at(-1);
    if (last?.occurrence === occurrence) last.sure = null;
    else hits.push({ occurrence, sure: sure && isCertain(place, ends) ? place : null });
  }
  return hits;
}

/** Whether the place's shape says all about the paths that have its segments, and end there or not. */
function isCertain(place: Placement, ends: boolean): boolean {
  return place.precise && (place.open ? !ends || place.tail === 0 : ends);
}

/**
 * Puts layers into a list, at their places and inside the mounts they belong to. The hits are in registration order. A layer
 * that is there already has two ways to match, so that it has to be asked.
 */
class Merge<L extends Matchable> {
  readonly #hits: readonly Hit<L>[];
  readonly #budget: Budget;

  constructor(hits: readonly Hit<L>[], budget: Budget) {
    this.#hits = hits;
    this.#budget = budget;
  }

  /** Adds the hits in [from, to), which are `depth` mounts deep or deeper. Goes no deeper than mounts are flattened. */
  into(list: DispatchList<L>, from: number, to: number, depth: number): DispatchList<L> {
    let lists = this.#mergeList(list, from, to, depth);
    while (lists.length > 1) lists = joinParts(lists);
    return lists[0] ?? NOTHING;
  }

  /** One list, or several of the same height where one would be too long. */
  #mergeList(list: DispatchList<L>, from: number, to: number, depth: number): DispatchList<L>[] {
    const { entries, parts } = list;
    if (entries !== null) return splitRun(this.#mergeRun(entries, from, to, depth));
    const merged: DispatchList<L>[] = [];
    let at = from;
    for (let i = 0; i < parts!.length; i++) {
      const next = parts![i + 1];
      const end = next === undefined ? to : this.#before(next.first, at, to, depth);
      if (end === at) merged.push(parts![i]!);
      else merged.push(...this.#mergeList(parts![i]!, at, end, depth));
      at = end;
    }
    this.#budget.spend(merged.length);
    return joinParts(merged);
  }

  /** The first of the hits whose place is not before that of a layer. */
  #before(index: number, from: number, to: number, depth: number): number {
    let at = from;
    while (at < to && ancestorAt(this.#hits[at]!.occurrence, depth).index < index) at++;
    return at;
  }

  #mergeRun(old: readonly Entry<L>[], from: number, to: number, depth: number): readonly Entry<L>[] {
    const merged: Entry<L>[] = [];
    let kept = 0;
    for (let at = from; at < to; ) {
      const occurrence = ancestorAt(this.#hits[at]!.occurrence, depth);
      let end = at + 1;
      while (end < to && ancestorAt(this.#hits[end]!.occurrence, depth) === occurrence) end++;
      while (kept < old.length && old[kept]!.index < occurrence.index) merged.push(old[kept++]!);
      const known = old[kept]?.index === occurrence.index ? old[kept++]! : null;
      const entry = this.#entry(occurrence, known, at, end, depth);
      if (entry !== null) merged.push(entry);
      at = end;
    }
    while (kept < old.length) merged.push(old[kept++]!);
    this.#budget.spend(merged.length);
    return merged;
  }

  /** The entry of a layer with the hits in [from, to), which are for the layer itself or inside of it. */
  #entry(
    occurrence: Occurrence<L>,
    known: Entry<L> | null,
    from: number,
    to: number,
    depth: number,
  ): Entry<L> | null {
    const own = this.#hits[from]!;
    const isOwn = own.occurrence === occurrence;
    // The mount cannot match here, and so nothing inside of it can.
    if (!isOwn && known === null) return null;
    let inner = known === null ? occurrence.createInner(NOTHING) : known.inner;
    const inside = isOwn ? from + 1 : from;
    if (inside < to) inner = occurrence.createInner(this.into(inner!.list, inside, to, depth + 1));
    if (inner !== null) this.#budget.spend(ENTRY);
    if (!isOwn) return withInner(known!, inner);
    return occurrence.entry(known === null ? own.sure : null, inner);
  }
}

function withInner<L extends Matchable>(entry: Entry<L>, inner: InnerList<L> | null): Entry<L> {
  return new Entry(entry.layer, entry.index, entry.certainty, entry.extractor, inner);
}

/** The layer of the router `depth` mounts deep through which a layer is reached. */
function ancestorAt<L extends Matchable>(occurrence: Occurrence<L>, depth: number): Occurrence<L> {
  let ancestor = occurrence;
  while (ancestor.depth > depth) ancestor = ancestor.parent!;
  return ancestor;
}

/** Copies have no room to grow: there is one such run for nearly every leaf. */
function splitRun<L extends Matchable>(entries: readonly Entry<L>[]): DispatchList<L>[] {
  return inPieces(entries, MAX_RUN).map((run) => new DispatchList<L>(run, null, run[0]!.index));
}

function joinParts<L extends Matchable>(lists: readonly DispatchList<L>[]): DispatchList<L>[] {
  if (lists.length === 1) return [lists[0]!];
  return inPieces(lists, MAX_PARTS).map((parts) => new DispatchList<L>(null, parts, parts[0]!.first));
}

/** As few as can be, and about as long as each other. */
function inPieces<T>(all: readonly T[], most: number): T[][] {
  const size = Math.ceil(all.length / Math.ceil(all.length / most));
  const pieces: T[][] = [];
  for (let at = 0; at < all.length; at += size) pieces.push(all.slice(at, at + size));
  return pieces;
}
