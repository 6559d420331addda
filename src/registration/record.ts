import type { LayerRecord, TableRecord } from '../../compiler/ir.js';
import type { Steps } from '../../compiler/steps.js';
import type { LayerLike } from '../contracts/layer.js';
import type { Line } from '../lines/line.js';
import { kMountedApp, kPeekRouter, kTable } from '../symbols.js';
import { SourcedLayer } from './layer.js';
import { Route } from './route.js';

/** What is recorded of: a table, as far as records are concerned. */
export interface Recorded {
  readonly line: Line;
  readonly version: number;
  readonly layers: readonly LayerLike[];
  inspect(): void;
  change(): void;
}

/** How many layers are recorded between two rests. */
const LAYERS_PER_STEP = 64;

/** The records of one walk, in the order in which they were finished: a router mounted many times is recorded once. */
export type Records = Map<Recorded, TableRecord<LayerLike>>;

/** A table whose layers are being recorded. */
interface Draft {
  readonly table: Recorded;
  readonly version: number;
  /** As they were when the walk came by: it may rest, and the table change. */
  readonly from: readonly LayerLike[];
  readonly layers: LayerRecord<LayerLike>[];
}

/** Records a table and all that is mounted in it; the last record is its own. */
export function* recordInSteps(root: Recorded): Steps<Records> {
  const records: Records = new Map();
  /** From the root to the innermost router: recursion would be as deep as routers are nested. */
  const drafts: Draft[] = [begin(root)];
  const begun = new Set<Recorded>([root]);
  for (let steps = 1; drafts.length > 0; steps++) {
    const draft = drafts.at(-1)!;
    const layer = draft.from[draft.layers.length];
    if (layer === undefined) {
      drafts.pop();
      records.set(draft.table, finish(draft));
      continue;
    }
    const mounted = mountOf(layer);
    if (mounted !== null && !begun.has(mounted)) {
      begun.add(mounted);
      drafts.push(begin(mounted));
      continue;
    }
    // A router within itself has no record yet, and gets none there.
    draft.layers.push(recordOf(layer, draft.table, (mounted && records.get(mounted)) ?? null));
    if (steps % LAYERS_PER_STEP === 0) yield;
  }
  return records;
}

function begin(table: Recorded): Draft {
  table.inspect();
  return { table, version: table.version, from: table.layers.slice(), layers: [] };
}

function finish({ table, version, layers }: Draft): TableRecord<LayerLike> {
  return { owner: table, version, dialect: table.line.dialect, layers };
}

function recordOf(
  layer: LayerLike,
  table: Recorded,
  mount: TableRecord<LayerLike> | null,
): LayerRecord<LayerLike> {
  const source = SourcedLayer.sourceOf(layer);
  const methods = methodsOf(layer, table);
  const live = methods !== null && Route.isHandedOut(layer.route!);
  if (source === null) {
    return {
      layer,
      path: undefined,
      options: PREFIX,
      foreign: true,
      slash: false,
      methods,
      live,
      mount: null,
    };
  }
  const { path, options, slash } = source;
  return { layer, path, options, foreign: false, slash, methods, live, mount };
}

const PREFIX = { end: false, strict: false, sensitive: false };

/** A route that is not one of this router's own may change unseen: it counts as handling every method. */
function methodsOf(layer: LayerLike, table: Recorded): readonly string[] | '*' | null {
  if (!layer.route) return null;
  return Route.compiledMethods(layer.route, table) ?? '*';
}

/** The table of the router that a layer runs, unless it runs a route. */
function mountOf(layer: LayerLike): Recorded | null {
  if (layer.route) return null;
  const source = SourcedLayer.sourceOf(layer);
  return source === null ? null : mountedIn(source.fn);
}

/** The table of a router of ours, or null. */
export function recordedOf(value: unknown): Recorded | null {
  return typeof value === 'function' ? ((value as { [kTable]?: Recorded })[kTable] ?? null) : null;
}

/** The table of the router or application that a handler is, or null. */
export function mountedIn(handler: unknown): Recorded | null {
  const app = (handler as { [kMountedApp]?: { [kPeekRouter]?: () => unknown } } | undefined)?.[kMountedApp];
  return recordedOf(app === undefined ? handler : app[kPeekRouter]?.());
}
