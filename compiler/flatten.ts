import { PLACEMENT_COST, SEGMENT_COST } from './budget.js';
import { createExtractor } from './extractor.js';
import {
  CERTAIN,
  type Certainty,
  type Dialect,
  type DispatchList,
  Entry,
  type Extractor,
  type InnerList,
  type LayerRecord,
  MATCH_ALL,
  type Matchable,
  NEEDS_MATCH,
  type TableRecord,
} from './ir.js';
import { RepeatedMounts } from './repeated.js';
import { BOTH, type Segment, type Shape, shapeOf, type TrailingSlash, trailingSlashOf } from './shape.js';
import { isSimple, simpleShape } from './simple.js';
import { Pace, type Steps } from './steps.js';

/** Deeper routers are not flattened: each leaf in them has a separate entry for every mount above it. */
const MAX_DEPTH = 32;
/** A router that is mounted again is flattened again, up to so many layers, and so many more for each different layer. */
const FREE_REPEATED = 1000;
const REPEATED_PER_LAYER = 3;
const NONE: never[] = [];

/** Where one alternative of a layer's path is in the trie, relative to its router. */
export interface Placement<L extends Matchable = Matchable> {
  readonly occurrence: Occurrence<L>;
  readonly segments: readonly Segment[];
  /** Also matches paths with more segments: a wildcard, a prefix, or a regexp-only layer. */
  readonly open: boolean;
  /** How many segments a path must have after `segments` for the layer to be certain. */
  readonly minSegmentsAfter: number;
  readonly trailingSlash: TrailingSlash;
  readonly precise: boolean;
  readonly extractor: Extractor | null;
}

/** A layer in the flattened table. The layers of a router that is mounted twice have two occurrences. */
export class Occurrence<L extends Matchable = Matchable> {
  declare readonly record: LayerRecord<L>;
  declare readonly index: number;
  /** Position in the flattened table, which is in registration order. */
  declare readonly order: number;
  declare readonly parent: Occurrence<L> | null;
  /** The number of routers that it is nested in. */
  declare readonly depth: number;
  declare placements: readonly Placement<L>[];
  declare regexpOnly: boolean;
  /** The table mounted here, if it is flattened. */
  declare flattened: TableRecord<L> | null;
  /** Entries without an inner list are shared between leaves: one that needs a match, and one for the last certain placement. */
  declare private uncertainEntry: Entry<L> | null;
  declare private certainEntry: Entry<L> | null;
  declare private certainPlacement: Placement<L> | null;

  constructor(record: LayerRecord<L>, index: number, order: number, parent: Occurrence<L> | null) {
    this.record = record;
    this.index = index;
    this.order = order;
    this.parent = parent;
    this.depth = parent === null ? 0 : parent.depth + 1;
    this.placements = NONE;
    this.regexpOnly = false;
    this.flattened = null;
    this.uncertainEntry = null;
    this.certainEntry = null;
    this.certainPlacement = null;
  }

  /** The entry for a leaf; `placement` is the one that is certain to match there, or null. */
  getEntry(placement: Placement<L> | null, inner: InnerList<L> | null): Entry<L> {
    if (inner !== null) return this.createEntry(placement, inner);
    if (placement === null) return (this.uncertainEntry ??= this.createEntry(null, null));
    if (this.certainEntry === null || this.certainPlacement !== placement) {
      this.certainPlacement = placement;
      this.certainEntry = this.createEntry(placement, null);
    }
    return this.certainEntry;
  }

  /** The inner list for the router mounted here; null if none is flattened. */
  createInner(list: DispatchList<L>): InnerList<L> | null {
    const table = this.flattened;
    if (table === null) return null;
    return { owner: table.owner, version: table.version, length: table.layers.length, list };
  }

  private createEntry(placement: Placement<L> | null, inner: InnerList<L> | null): Entry<L> {
    let certainty: Certainty = placement === null ? NEEDS_MATCH : CERTAIN;
    if (this.record.slash) certainty = MATCH_ALL;
    const extractor = certainty === CERTAIN ? (placement?.extractor ?? null) : null;
    return new Entry(this.record.layer, this.index, certainty, extractor, inner);
  }
}

export interface Flattened<L extends Matchable> {
  /** The layers of a table and of all flattened routers in it, in registration order. */
  readonly occurrences: readonly Occurrence<L>[];
  /** The number of different layers among them. */
  readonly layers: number;
}

export function* flatten<L extends Matchable>(table: TableRecord<L>): Steps<Flattened<L>> {
  const occurrences: Occurrence<L>[] = [];
  const mounts = new MountSelection<L>(table);
  const pace = new Pace();
  /** The routers that are being flattened, from the root to the innermost. */
  const routers: { table: TableRecord<L>; parent: Occurrence<L> | null; at: number }[] = [
    { table, parent: null, at: 0 },
  ];
  while (routers.length > 0) {
    const router = routers.at(-1)!;
    if (router.at === router.table.layers.length) {
      routers.pop();
      continue;
    }
    const index = router.at++;
    const record = router.table.layers[index]!;
    const occurrence = new Occurrence(record, index, occurrences.length, router.parent);
    occurrences.push(occurrence);
    occurrence.placements = placeLayer(occurrence, router.table);
    occurrence.flattened = mounts.tableToFlatten(occurrence);
    if (occurrence.flattened !== null)
      routers.push({ table: occurrence.flattened, parent: occurrence, at: 0 });
    if (pace.isDue(costOf(occurrence.placements))) yield;
  }
  return { occurrences, layers: mounts.layers };
}

function costOf(placements: readonly Placement[]): number {
  let cost = PLACEMENT_COST;
  for (const { segments } of placements) cost += PLACEMENT_COST + SEGMENT_COST * segments.length;
  return cost;
}

/** Decides which mounted routers are flattened; the others compile their own programs. */
class MountSelection<L extends Matchable> {
  readonly #root: object;
  readonly #repeated: RepeatedMounts;

  constructor(root: TableRecord<L>) {
    this.#root = root.owner;
    this.#repeated = new RepeatedMounts(root, FREE_REPEATED, REPEATED_PER_LAYER);
  }

  /** The number of different layers in the flattened table. */
  get layers(): number {
    return this.#repeated.layers;
  }

  tableToFlatten(mount: Occurrence<L>): TableRecord<L> | null {
    const table = mount.record.mount;
    if (table === null || mount.placements.length !== 1 || mount.placements[0]!.minSegmentsAfter !== 0)
      return null;
    if (mount.depth >= MAX_DEPTH || this.#isRecursive(mount, table.owner)) return null;
    return this.#repeated.admit(table) ? table : null;
  }

  #isRecursive(mount: Occurrence<L>, owner: object): boolean {
    for (let above = mount.parent; above !== null; above = above.parent) {
      if (above.flattened!.owner === owner) return true;
    }
    return owner === this.#root;
  }
}

function placeLayer<L extends Matchable>(
  occurrence: Occurrence<L>,
  table: TableRecord<L>,
): readonly Placement<L>[] {
  const { path, options, foreign, slash } = occurrence.record;
  const { dialect } = table;
  if (slash) return [placeAnywhere(occurrence, true)];
  if (typeof path === 'string' && !foreign && isSimple(path)) {
    const placement = placeShape(occurrence, dialect, simpleShape(path, options), true);
    return placement === null ? NONE : [placement];
  }
  const pattern = foreign ? null : dialect.parse(path, options);
  if (pattern === null) {
    occurrence.regexpOnly = true;
    return [placeAnywhere(occurrence, false)];
  }
  const canExtract = pattern.length === 1 || !dialect.sharedKeys;
  return pattern.flatMap((tokens) => {
    const shape = shapeOf(tokens, options.sensitive);
    return (shape && placeShape(occurrence, dialect, shape, canExtract)) ?? [];
  });
}

function placeShape<L extends Matchable>(
  occurrence: Occurrence<L>,
  dialect: Dialect,
  shape: Shape,
  canExtract: boolean,
): Placement<L> | null {
  const { options } = occurrence.record;
  const trailingSlash = trailingSlashOf(shape, options);
  if (trailingSlash === null) return null;
  // The RegExp of a prefix with a trailing slash needs a second slash after it: leave that to the RegExp.
  const precise = canExtract && shape.precise && (options.end || !shape.endsWithSlash);
  return {
    occurrence,
    segments: shape.segments,
    open: shape.open || !options.end,
    minSegmentsAfter: shape.open ? 1 : 0,
    trailingSlash: trailingSlash,
    precise,
    extractor: precise ? createExtractor(shape, options.end, dialect.decode) : null,
  };
}

/** For `use('/')`, which is certain, and for regexp-only layers, which may match any part of the path and are not flattened. */
function placeAnywhere<L extends Matchable>(occurrence: Occurrence<L>, certain: boolean): Placement<L> {
  return {
    occurrence,
    segments: NONE,
    open: true,
    minSegmentsAfter: certain ? 0 : 1,
    trailingSlash: BOTH,
    precise: certain,
    extractor: null,
  };
}
