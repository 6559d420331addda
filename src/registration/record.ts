import type { LayerRecord, TableRecord } from '../../compiler/ir.js';
import type { Steps } from '../../compiler/steps.js';
import { kMountedApp, kPeekRouter, kTable } from '../symbols.js';
import { type LayerLike, SourcedLayer } from './layer.js';
import { Route } from './route.js';
import type { Table } from './table.js';

/** How many layers are recorded between two rests. */
const LAYERS_PER_STEP = 64;

/** The records of one walk, in the order in which they were finished: a router mounted many times is recorded once. */
export type Records = Map<Table, TableRecord<LayerLike>>;

/** A table whose layers are being recorded. */
interface Draft {
  readonly table: Table;
  readonly version: number;
  /** As they were when the walk came by: it may rest, and the table change. */
  readonly from: readonly LayerLike[];
  readonly layers: LayerRecord<LayerLike>[];
}

/** Records a table and all that is mounted in it; the last record is its own. */
export function* recordInSteps(root: Table): Steps<Records> {
  const records: Records = new Map();
  /** From the root to the innermost router: recursion would be as deep as routers are nested. */
  const drafts: Draft[] = [begin(root)];
  const begun = new Set<Table>([root]);
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

function begin(table: Table): Draft {
  table.inspect();
  return { table, version: table.version, from: table.layers.slice(), layers: [] };
}

function finish({ table, version, layers }: Draft): TableRecord<LayerLike> {
  return { owner: table, version, dialect: table.line.dialect, layers };
}

function recordOf(
  layer: LayerLike,
  table: Table,
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
function methodsOf(layer: LayerLike, table: Table): readonly string[] | '*' | null {
  if (!layer.route) return null;
  return Route.compiledMethods(layer.route, table) ?? '*';
}

/** The table of the router that a layer runs, unless it runs a route. */
function mountOf(layer: LayerLike): Table | null {
  if (layer.route) return null;
  const source = SourcedLayer.sourceOf(layer);
  return source === null ? null : mountedTable(source.fn);
}

/** The table of a router of ours, or null. */
export function tableOf(value: unknown): Table | null {
  return typeof value === 'function' ? ((value as { [kTable]?: Table })[kTable] ?? null) : null;
}

/** The table of the router or application that a handler is, or null. */
export function mountedTable(handler: unknown): Table | null {
  const app = (handler as { [kMountedApp]?: { [kPeekRouter]?: () => unknown } } | undefined)?.[kMountedApp];
  return tableOf(app === undefined ? handler : app[kPeekRouter]?.());
}
