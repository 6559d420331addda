import type { LayerRecord, TableRecord } from '../../compiler/ir.js';
import { Pace, type Steps } from '../../compiler/steps.js';
import type { LayerLike } from '../contracts/layer.js';
import type { Line } from '../lines/line.js';
import { kMountedApp, kPeekRouter, kTable } from '../symbols.js';
import { LayerState } from './layer.js';
import { RouteState } from './route.js';

/** The part of a table that is needed here; table.ts imports this file, so this file cannot import `Table`. */
export interface RecordableTable {
  readonly line: Line;
  readonly version: number;
  readonly layers: readonly LayerLike[];
  /** Whether changes to the layers are detected. */
  readonly isTracked: boolean;
  checkAllEscaped(): void;
  invalidate(): void;
  keepEscapedRoute(route: RouteState, isNew: boolean): void;
}

/** What recording a layer costs, in the units of compiler/budget.ts. */
const RECORD_COST = 64;

/** The records of a table and of all mounted tables, innermost first. A router that is mounted twice is recorded once. */
export type Records = Map<RecordableTable, TableRecord<LayerLike>>;

/** A table whose layers are being recorded. */
interface TableDraft {
  readonly table: RecordableTable;
  readonly version: number;
  /** A copy of the table's layers: the table may change between two steps. */
  readonly from: readonly LayerLike[];
  readonly layers: LayerRecord<LayerLike>[];
}

/**
 * Records a table and everything mounted in it, as input for the compiler. The last record is that of the root. A mounted router
 * for which `accepts` returns false is recorded as an ordinary handler.
 */
export function* recordInSteps(
  root: RecordableTable,
  accepts: (mounted: RecordableTable) => boolean,
): Steps<Records> {
  const records: Records = new Map();
  /** From the root to the innermost router. Not recursive, because routers may be nested deeper than the call stack. */
  const drafts: TableDraft[] = [startDraft(root)];
  const seen = new Set<RecordableTable>([root]);
  const pace = new Pace();
  while (drafts.length > 0) {
    const draft = drafts.at(-1)!;
    const layer = draft.from[draft.layers.length];
    if (layer === undefined) {
      drafts.pop();
      records.set(draft.table, finishDraft(draft));
      continue;
    }
    const mounted = mountedTableOf(layer);
    if (mounted !== null && !seen.has(mounted) && accepts(mounted)) {
      seen.add(mounted);
      drafts.push(startDraft(mounted));
      continue;
    }
    // A router that is mounted within itself has no record yet: that layer is also recorded without a mount.
    draft.layers.push(recordLayer(layer, draft.table, (mounted && records.get(mounted)) ?? null));
    if (pace.isDue(RECORD_COST)) yield;
  }
  return records;
}

function startDraft(table: RecordableTable): TableDraft {
  table.checkAllEscaped();
  return { table, version: table.version, from: table.layers.slice(), layers: [] };
}

function finishDraft({ table, version, layers }: TableDraft): TableRecord<LayerLike> {
  return { owner: table, version, dialect: table.line.dialect, layers };
}

function recordLayer(
  layer: LayerLike,
  table: RecordableTable,
  mount: TableRecord<LayerLike> | null,
): LayerRecord<LayerLike> {
  const source = LayerState.sourceOf(layer);
  const methods = methodsOf(layer, table);
  const live = methods !== null && RouteState.isEscaped(layer.route!);
  if (source === null) {
    return {
      layer,
      path: undefined,
      options: PREFIX_OPTIONS,
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

const PREFIX_OPTIONS = { end: false, strict: false, sensitive: false };

/** Changes to a route that another router created are not detected, so it is compiled as if it handled every method. */
function methodsOf(layer: LayerLike, table: RecordableTable): readonly string[] | '*' | null {
  if (!layer.route) return null;
  return RouteState.compiledMethods(layer.route, table) ?? '*';
}

/** The table of the router or application that a layer mounts, or null. */
function mountedTableOf(layer: LayerLike): RecordableTable | null {
  if (layer.route) return null;
  const source = LayerState.sourceOf(layer);
  return source === null ? null : mountedRecordable(source.fn);
}

/** The table of a maglev router, or null for all other values. */
export function recordableOf(value: unknown): RecordableTable | null {
  return typeof value === 'function' ? ((value as { [kTable]?: RecordableTable })[kTable] ?? null) : null;
}

/** The table of a handler that is a router or an application, or null. */
export function mountedRecordable(handler: unknown): RecordableTable | null {
  const app = (handler as { [kMountedApp]?: { [kPeekRouter]?: () => unknown } } | undefined)?.[kMountedApp];
  return recordableOf(app === undefined ? handler : app[kPeekRouter]?.());
}
