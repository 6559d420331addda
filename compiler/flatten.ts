import { extractorOf } from './extractor.js';
import {
  CERTAIN,
  type Certainty,
  type Dialect,
  type DispatchList,
  Entry,
  EVERYTHING,
  type Extractor,
  GUARDED,
  type InnerList,
  type LayerRecord,
  type Matchable,
  type TableRecord,
} from './ir.js';
import { BOTH, type Segment, type Shape, shapeOf, type Trail, trailOf } from './shape.js';
import { isSimple, simpleShape } from './simple.js';

/**
 * A router that is mounted again and again is flattened again and again, up to this many layers in all. Then it stays
 * behind its boundary and compiles a program of its own: routers that mount each other twice would grow as two to the
 * power of their depth.
 */
const MAX_REPEATED = 10_000;
/** Deeper routers stay behind their boundary, too: each leaf inside them has an entry of its own for every mount above. */
const MAX_DEPTH = 32;
const NOWHERE: never[] = [];
/** How many layers are laid out between two rests. */
const LAYERS_PER_STEP = 64;

/** One alternative of a layer, seen from its router. */
export interface Placement<L extends Matchable = Matchable> {
  readonly occurrence: Occurrence<L>;
  readonly segments: readonly Segment[];
  /** Goes on behind its segments: a wildcard, a prefix, or anything opaque. */
  readonly open: boolean;
  /** How many segments a path must have beyond `segments` for the shape to be certain. */
  readonly tail: number;
  readonly trail: Trail;
  readonly precise: boolean;
  readonly extractor: Extractor | null;
}

/** A layer at one place of the flattened table; a router mounted twice occurs twice. */
export class Occurrence<L extends Matchable = Matchable> {
  declare readonly record: LayerRecord<L>;
  declare readonly index: number;
  /** Rank in registration order over the whole flattened table. */
  declare readonly order: number;
  declare readonly parent: Occurrence<L> | null;
  /** How many routers it is mounted in. */
  declare readonly depth: number;
  declare placements: readonly Placement<L>[];
  /** Its own RegExp must be asked for every path. */
  declare opaque: boolean;
  /** The table behind this mount, when it has been flattened. */
  declare flattened: TableRecord<L> | null;
  /** Entries are shared between leaves: one that asks, and one for the placement that was last known to match. */
  declare private guarded: Entry<L> | null;
  declare private certain: Entry<L> | null;
  declare private sure: Placement<L> | null;

  constructor(record: LayerRecord<L>, index: number, order: number, parent: Occurrence<L> | null) {
    this.record = record;
    this.index = index;
    this.order = order;
    this.parent = parent;
    this.depth = parent === null ? 0 : parent.depth + 1;
    this.placements = NOWHERE;
    this.opaque = false;
    this.flattened = null;
    this.guarded = null;
    this.certain = null;
    this.sure = null;
  }

  /** The dispatch entry for a leaf; `sure` is the placement that is known to match there, if one is. */
  entry(sure: Placement<L> | null, inner: InnerList<L> | null): Entry<L> {
    if (inner !== null) return this.create(sure, inner);
    if (sure === null) return (this.guarded ??= this.create(null, null));
    if (this.certain === null || this.sure !== sure) {
      this.sure = sure;
      this.certain = this.create(sure, null);
    }
    return this.certain;
  }

  /** A list inside the router that is mounted here; null if none has been flattened. */
  createInner(list: DispatchList<L>): InnerList<L> | null {
    const table = this.flattened;
    if (table === null) return null;
    return { owner: table.owner, version: table.version, length: table.layers.length, list };
  }

  private create(sure: Placement<L> | null, inner: InnerList<L> | null): Entry<L> {
    let certainty: Certainty = sure === null ? GUARDED : CERTAIN;
    if (this.record.slash) certainty = EVERYTHING;
    const extractor = certainty === CERTAIN ? (sure?.extractor ?? null) : null;
    return new Entry(this.record.layer, this.index, certainty, extractor, inner);
  }
}

/** Lays out a table and everything mounted in it, in registration order. */
export function* flatten<L extends Matchable>(table: TableRecord<L>): Generator<void, Occurrence<L>[]> {
  const occurrences: Occurrence<L>[] = [];
  const mounts = new Mounts<L>(table.owner);
  /** The routers that are being laid out, from the root to the innermost. */
  const open: { table: TableRecord<L>; parent: Occurrence<L> | null; at: number }[] = [
    { table, parent: null, at: 0 },
  ];
  while (open.length > 0) {
    const router = open.at(-1)!;
    if (router.at === router.table.layers.length) {
      open.pop();
      continue;
    }
    const index = router.at++;
    const record = router.table.layers[index]!;
    const occurrence = new Occurrence(record, index, occurrences.length, router.parent);
    occurrences.push(occurrence);
    occurrence.placements = place(occurrence, router.table);
    occurrence.flattened = mounts.open(occurrence);
    if (occurrence.flattened !== null) open.push({ table: occurrence.flattened, parent: occurrence, at: 0 });
    if (occurrences.length % LAYERS_PER_STEP === 0) yield;
  }
  return occurrences;
}

/** Decides which mounted routers are laid out as part of the table. */
class Mounts<L extends Matchable> {
  readonly #root: object;
  readonly #flattened = new Set<object>();
  #repeated = 0;

  constructor(root: object) {
    this.#root = root;
  }

  open(mount: Occurrence<L>): TableRecord<L> | null {
    const table = mount.record.mount;
    if (table === null || mount.placements.length !== 1 || mount.placements[0]!.tail !== 0) return null;
    if (mount.depth >= MAX_DEPTH || this.#isWithin(mount, table.owner)) return null;
    if (this.#flattened.has(table.owner)) {
      if (this.#repeated + table.layers.length > MAX_REPEATED) return null;
      this.#repeated += table.layers.length;
    }
    this.#flattened.add(table.owner);
    return table;
  }

  #isWithin(mount: Occurrence<L>, owner: object): boolean {
    for (let above = mount.parent; above !== null; above = above.parent) {
      if (above.flattened!.owner === owner) return true;
    }
    return owner === this.#root;
  }
}

function place<L extends Matchable>(
  occurrence: Occurrence<L>,
  table: TableRecord<L>,
): readonly Placement<L>[] {
  const { path, options, foreign, slash } = occurrence.record;
  const { dialect } = table;
  if (slash) return [anywhere(occurrence, true)];
  if (typeof path === 'string' && !foreign && isSimple(path)) {
    const placement = placeShape(occurrence, dialect, simpleShape(path, options), true);
    return placement === null ? NOWHERE : [placement];
  }
  const pattern = foreign ? null : dialect.parse(path, options);
  if (pattern === null) {
    occurrence.opaque = true;
    return [anywhere(occurrence, false)];
  }
  const readable = pattern.length === 1 || !dialect.sharedKeys;
  return pattern.flatMap((tokens) => {
    const shape = shapeOf(tokens, options.sensitive);
    return (shape && placeShape(occurrence, dialect, shape, readable)) ?? [];
  });
}

function placeShape<L extends Matchable>(
  occurrence: Occurrence<L>,
  dialect: Dialect,
  shape: Shape,
  readable: boolean,
): Placement<L> | null {
  const { options } = occurrence.record;
  const trail = trailOf(shape, options);
  if (trail === null) return null;
  // A prefix with a slash at its end wants another one behind it: its RegExp must say.
  const precise = readable && shape.precise && (options.end || !shape.endsWithSlash);
  return {
    occurrence,
    segments: shape.segments,
    open: shape.open || !options.end,
    tail: shape.open ? 1 : 0,
    trail,
    precise,
    extractor: precise ? extractorOf(shape, options.end, dialect.decode) : null,
  };
}

/** `tail` 0 lets mounts at `/` be flattened; an opaque layer may take any part of the path, so it keeps 1. */
function anywhere<L extends Matchable>(occurrence: Occurrence<L>, certain: boolean): Placement<L> {
  return {
    occurrence,
    segments: NOWHERE,
    open: true,
    tail: certain ? 0 : 1,
    trail: BOTH,
    precise: certain,
    extractor: null,
  };
}
