import { extractorOf } from './extractor.js';
import {
  CERTAIN,
  type Certainty,
  type Dialect,
  Entry,
  EVERYTHING,
  type Extractor,
  GUARDED,
  type InnerList,
  type LayerRecord,
  type Matchable,
  type TableRecord,
} from './ir.js';
import { type Segment, type Shape, shapeOf, type Trail, trailOf } from './shape.js';
import { isSimple, simpleShape } from './simple.js';

/**
 * A router that is mounted again and again is flattened again and again, up to this many layers in all. Then it stays
 * behind its boundary and compiles a program of its own: routers that mount each other twice would grow as two to the
 * power of their depth.
 */
const MAX_REPEATED = 10_000;
const MAX_DEPTH = 32;
const NOWHERE: never[] = [];

/** One alternative of a layer, seen from the root: its mounts' segments come first. */
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

  private create(sure: Placement<L> | null, inner: InnerList<L> | null): Entry<L> {
    let certainty: Certainty = sure === null ? GUARDED : CERTAIN;
    if (this.record.slash) certainty = EVERYTHING;
    const extractor = certainty === CERTAIN ? (sure?.extractor ?? null) : null;
    return new Entry(this.record.layer, this.index, certainty, extractor, inner);
  }
}

/** Lays out a table and everything mounted in it, in registration order. */
export function flatten<L extends Matchable>(table: TableRecord<L>): Occurrence<L>[] {
  const flattener = new Flattener<L>();
  flattener.add(table, null, [], [table.owner]);
  return flattener.occurrences;
}

class Flattener<L extends Matchable> {
  readonly occurrences: Occurrence<L>[] = [];
  readonly #flattened = new Set<object>();
  #repeated = 0;

  add(
    table: TableRecord<L>,
    parent: Occurrence<L> | null,
    prefix: readonly Segment[],
    owners: readonly object[],
  ): void {
    for (let index = 0; index < table.layers.length; index++) {
      const record = table.layers[index]!;
      const occurrence = new Occurrence(record, index, this.occurrences.length, parent);
      this.occurrences.push(occurrence);
      occurrence.placements = place(occurrence, table, prefix);
      this.#descend(occurrence, owners);
    }
  }

  #descend(mount: Occurrence<L>, owners: readonly object[]): void {
    const table = mount.record.mount;
    if (table === null || mount.placements.length !== 1) return;
    const [placement] = mount.placements;
    const cyclic = owners.includes(table.owner) || owners.length > MAX_DEPTH;
    if (cyclic || placement!.tail !== 0) return;
    if (this.#flattened.has(table.owner)) {
      if (this.#repeated + table.layers.length > MAX_REPEATED) return;
      this.#repeated += table.layers.length;
    }
    this.#flattened.add(table.owner);
    mount.flattened = table;
    this.add(table, mount, placement!.segments, [...owners, table.owner]);
  }
}

function place<L extends Matchable>(
  occurrence: Occurrence<L>,
  table: TableRecord<L>,
  prefix: readonly Segment[],
): readonly Placement<L>[] {
  const { path, options, foreign, slash } = occurrence.record;
  const { dialect } = table;
  if (slash) return [anywhere(occurrence, prefix, true)];
  if (typeof path === 'string' && !foreign && isSimple(path)) {
    const placement = placeShape(occurrence, dialect, prefix, simpleShape(path, options), true);
    return placement === null ? NOWHERE : [placement];
  }
  const pattern = foreign ? null : dialect.parse(path, options);
  if (pattern === null) {
    occurrence.opaque = true;
    return [anywhere(occurrence, prefix, false)];
  }
  const readable = pattern.length === 1 || !dialect.sharedKeys;
  return pattern.flatMap((tokens) => {
    const shape = shapeOf(tokens, options.sensitive);
    return (shape && placeShape(occurrence, dialect, prefix, shape, readable)) ?? [];
  });
}

function placeShape<L extends Matchable>(
  occurrence: Occurrence<L>,
  dialect: Dialect,
  prefix: readonly Segment[],
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
    segments: prefix.length === 0 ? shape.segments : [...prefix, ...shape.segments],
    open: shape.open || !options.end,
    tail: shape.open ? 1 : 0,
    trail,
    precise,
    extractor: precise ? extractorOf(shape, options.end, dialect.decode) : null,
  };
}

/** `tail` 0 lets mounts at `/` be flattened; an opaque layer may take any part of the path, so it keeps 1. */
function anywhere<L extends Matchable>(
  occurrence: Occurrence<L>,
  prefix: readonly Segment[],
  certain: boolean,
): Placement<L> {
  return {
    occurrence,
    segments: prefix,
    open: true,
    tail: certain ? 0 : 1,
    trail: { plain: true, slashed: true },
    precise: certain,
    extractor: null,
  };
}
