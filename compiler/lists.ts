import { type Budget, ENTRY_COST, LIST_COST } from './budget.js';
import type { Occurrence, Placement } from './flatten.js';
import { DispatchList, EMPTY_LIST, Entry, type InnerList, type Matchable } from './ir.js';
import type { Leaf } from './program.js';
import type { Steps } from './steps.js';

// Taken when loaded: tests of applications replace it later.
const { ceil } = Math;

/**
 * Builds the dispatch lists of leaves; called by leaves.ts and inherited.ts. Lists are immutable. Adding to one copies the
 * arrays on the path from its root to the changed entry, and shares the others: a leaf costs a few arrays of at most these
 * lengths, no matter how many layers are above it.
 */
const MAX_ENTRIES = 32;
const MAX_PARTS = 16;
/** How many placements are added between two yields. */
const PLACEMENTS_PER_STEP = 64;

/** A leaf for which the table is scanned. */
export const SCANNED_LEAF: Leaf<never> = { plain: null, slashed: null };

/**
 * Adds placements, which are in registration order, to a leaf. `pathEnds`: the paths of the leaf have no more segments than the
 * placements. `certain`: they all have the segments of the placements.
 */
export function* addToLeaf<L extends Matchable>(
  leaf: Leaf<L>,
  placements: readonly Placement<L>[],
  pathEnds: boolean,
  budget: Budget,
  certain = true,
): Steps<Leaf<L>> {
  let extended = leaf;
  for (let at = 0; at < placements.length; at += PLACEMENTS_PER_STEP) {
    if (at > 0) yield;
    extended = addSomeToLeaf(extended, sliceForStep(placements, at), pathEnds, budget, certain);
  }
  return extended;
}

/** Most lists are short, and need no copy. */
function sliceForStep<T>(all: readonly T[], at: number): readonly T[] {
  return all.length <= PLACEMENTS_PER_STEP ? all : all.slice(at, at + PLACEMENTS_PER_STEP);
}

function addSomeToLeaf<L extends Matchable>(
  leaf: Leaf<L>,
  placements: readonly Placement<L>[],
  pathEnds: boolean,
  budget: Budget,
  certain: boolean,
): Leaf<L> {
  const { plain, slashed } = leaf;
  if (plain === null || slashed === null) return SCANNED_LEAF;
  if (
    plain === slashed &&
    placements.every(({ trailingSlash }) => trailingSlash.plain === trailingSlash.slashed)
  ) {
    const list = addSomeToList(plain, placements, pathEnds, certain, budget);
    return { plain: list, slashed: list };
  }
  const inPlain = placements.filter(({ trailingSlash }) => trailingSlash.plain);
  const inSlashed = placements.filter(({ trailingSlash }) => trailingSlash.slashed);
  return {
    plain: addSomeToList(plain, inPlain, pathEnds, certain, budget),
    slashed: addSomeToList(slashed, inSlashed, pathEnds, certain, budget),
  };
}

/**
 * The same for a list; null if the budget is spent. Lists that share nothing are built even then, because their cost is
 * included in that of their placements.
 */
export function* addToList<L extends Matchable>(
  list: DispatchList<L>,
  placements: readonly Placement<L>[],
  pathEnds: boolean,
  certain: boolean,
  budget: Budget,
): Steps<DispatchList<L> | null> {
  let extended: DispatchList<L> | null = list;
  for (let at = 0; at < placements.length && extended !== null; at += PLACEMENTS_PER_STEP) {
    if (at > 0) yield;
    extended = addSomeToList(extended, sliceForStep(placements, at), pathEnds, certain, budget);
  }
  return extended;
}

function addSomeToList<L extends Matchable>(
  list: DispatchList<L>,
  placements: readonly Placement<L>[],
  pathEnds: boolean,
  certain: boolean,
  budget: Budget,
): DispatchList<L> | null {
  if (placements.length === 0) return list;
  if (budget.isSpent && list !== EMPTY_LIST) return null;
  budget.spend(LIST_COST);
  if (list === EMPTY_LIST && placements.length === 1)
    return createListOfOne(placements[0]!, pathEnds, certain, budget) ?? EMPTY_LIST;
  const candidates = toCandidates(placements, pathEnds, certain);
  return new ListMerge(candidates, budget).mergeInto(list, 0, candidates.length, 0);
}

/** Most lists of a large table have one entry. Null for a layer inside a mount, because the mount does not match. */
function createListOfOne<L extends Matchable>(
  placement: Placement<L>,
  pathEnds: boolean,
  certain: boolean,
  budget: Budget,
): DispatchList<L> | null {
  const { occurrence } = placement;
  if (occurrence.depth > 0) return null;
  if (occurrence.flattened !== null) budget.spend(ENTRY_COST);
  const entry = occurrence.getEntry(
    certain && isCertainAt(placement, pathEnds) ? placement : null,
    occurrence.createInner(EMPTY_LIST),
  );
  return new DispatchList([entry], null, entry.index);
}

/** A layer that can match in a leaf. */
interface Candidate<L extends Matchable> {
  readonly occurrence: Occurrence<L>;
  /** The placement that is certain to match; null if the layer needs a match, as it does if it has several placements here. */
  certain: Placement<L> | null;
}

function toCandidates<L extends Matchable>(
  placements: readonly Placement<L>[],
  pathEnds: boolean,
  certain: boolean,
): Candidate<L>[] {
  const candidates: Candidate<L>[] = [];
  for (const placement of placements) {
    const { occurrence } = placement;
    const last = candidates.at(-1);
    if (last?.occurrence === occurrence) last.certain = null;
    else
      candidates.push({
        occurrence,
        certain: certain && isCertainAt(placement, pathEnds) ? placement : null,
      });
  }
  return candidates;
}

/** Whether a path with the segments of a placement is certain to match it. */
function isCertainAt(placement: Placement, pathEnds: boolean): boolean {
  return placement.precise && (placement.open ? !pathEnds || placement.minSegmentsAfter === 0 : pathEnds);
}

/**
 * Merges candidates, which are in registration order, into a list. Those inside a mount go into the inner list of its entry. A
 * layer that is already in the list needs a match from then on, because two of its placements can match.
 */
class ListMerge<L extends Matchable> {
  readonly #candidates: readonly Candidate<L>[];
  readonly #budget: Budget;

  constructor(candidates: readonly Candidate<L>[], budget: Budget) {
    this.#candidates = candidates;
    this.#budget = budget;
  }

  /** Adds the candidates in [from, to), which are in at least `depth` mounts. Recursive, at most as deep as mounts are flattened. */
  mergeInto(list: DispatchList<L>, from: number, to: number, depth: number): DispatchList<L> {
    let lists = this.#mergeList(list, from, to, depth);
    while (lists.length > 1) lists = joinLists(lists);
    return lists[0] ?? EMPTY_LIST;
  }

  /** Returns several lists of the same height if one would be too long. */
  #mergeList(list: DispatchList<L>, from: number, to: number, depth: number): DispatchList<L>[] {
    const { entries, parts } = list;
    if (entries !== null) return splitEntries(this.#mergeEntries(entries, from, to, depth));
    const merged: DispatchList<L>[] = [];
    let at = from;
    for (let i = 0; i < parts!.length; i++) {
      const next = parts![i + 1];
      const end = next === undefined ? to : this.#findEnd(next.first, at, to, depth);
      if (end === at) merged.push(parts![i]!);
      else merged.push(...this.#mergeList(parts![i]!, at, end, depth));
      at = end;
    }
    this.#budget.spend(merged.length);
    return joinLists(merged);
  }

  /** The first candidate in [from, to) that does not come before the layer at `index` in the stack. */
  #findEnd(index: number, from: number, to: number, depth: number): number {
    let at = from;
    while (at < to && ancestorAt(this.#candidates[at]!.occurrence, depth).index < index) at++;
    return at;
  }

  #mergeEntries(old: readonly Entry<L>[], from: number, to: number, depth: number): readonly Entry<L>[] {
    const merged: Entry<L>[] = [];
    let kept = 0;
    for (let at = from; at < to; ) {
      const occurrence = ancestorAt(this.#candidates[at]!.occurrence, depth);
      let end = at + 1;
      while (end < to && ancestorAt(this.#candidates[end]!.occurrence, depth) === occurrence) end++;
      while (kept < old.length && old[kept]!.index < occurrence.index) merged.push(old[kept++]!);
      const known = old[kept]?.index === occurrence.index ? old[kept++]! : null;
      const entry = this.#mergeEntry(occurrence, known, at, end, depth);
      if (entry !== null) merged.push(entry);
      at = end;
    }
    while (kept < old.length) merged.push(old[kept++]!);
    this.#budget.spend(merged.length);
    return merged;
  }

  /** The entry of a layer for the candidates in [from, to), which are the layer itself, or inside the router it mounts. */
  #mergeEntry(
    occurrence: Occurrence<L>,
    known: Entry<L> | null,
    from: number,
    to: number,
    depth: number,
  ): Entry<L> | null {
    const own = this.#candidates[from]!;
    const isOwn = own.occurrence === occurrence;
    // The mount does not match in this leaf, so no layer inside it does.
    if (!isOwn && known === null) return null;
    let inner = known === null ? occurrence.createInner(EMPTY_LIST) : known.inner;
    const inside = isOwn ? from + 1 : from;
    if (inside < to) inner = occurrence.createInner(this.mergeInto(inner!.list, inside, to, depth + 1));
    if (inner !== null) this.#budget.spend(ENTRY_COST);
    if (!isOwn) return replaceInner(known!, inner);
    return occurrence.getEntry(known === null ? own.certain : null, inner);
  }
}

function replaceInner<L extends Matchable>(entry: Entry<L>, inner: InnerList<L> | null): Entry<L> {
  return new Entry(entry.layer, entry.index, entry.certainty, entry.extractor, inner);
}

/** The mount through which a layer is reached from the router that is `depth` mounts deep, or the layer itself. */
function ancestorAt<L extends Matchable>(occurrence: Occurrence<L>, depth: number): Occurrence<L> {
  let ancestor = occurrence;
  while (ancestor.depth > depth) ancestor = ancestor.parent!;
  return ancestor;
}

/** Slices, unlike arrays that were pushed to, have no spare capacity; there is one for nearly every leaf. */
function splitEntries<L extends Matchable>(entries: readonly Entry<L>[]): DispatchList<L>[] {
  return splitEvenly(entries, MAX_ENTRIES).map((some) => new DispatchList<L>(some, null, some[0]!.index));
}

function joinLists<L extends Matchable>(lists: readonly DispatchList<L>[]): DispatchList<L>[] {
  if (lists.length === 1) return [lists[0]!];
  return splitEvenly(lists, MAX_PARTS).map((parts) => new DispatchList<L>(null, parts, parts[0]!.first));
}

/** As few slices as possible, of about the same length. */
function splitEvenly<T>(all: readonly T[], maxLength: number): T[][] {
  const size = ceil(all.length / ceil(all.length / maxLength));
  const slices: T[][] = [];
  for (let at = 0; at < all.length; at += size) slices.push(all.slice(at, at + size));
  return slices;
}
