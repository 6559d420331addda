/** What dispatch knows about a layer from its entry in a dispatch list, without calling the layer's own methods. */
import { type Entry, type InnerList, NEEDS_MATCH, type Params } from '../../compiler/ir.js';
import type { LayerLike } from '../contracts/layer.js';
import type { RouterLike } from '../contracts/router.js';
import type { Line } from '../lines/line.js';
import { LayerState } from '../registration/layer.js';
import type { Table } from '../registration/table.js';
import { tracing } from './run-layer.js';

/** Whether the layer matches without calling its matcher. */
export function isCertain(entry: Entry<LayerLike> | null): entry is Entry<LayerLike> {
  return entry !== null && entry.certainty !== NEEDS_MATCH;
}

/**
 * Sets what `match` would set, on a layer that is certain to match. The path begins at `from`. Returns where the part ends that the
 * pattern has matched.
 */
export function applyMatch(line: Line, entry: Entry<LayerLike>, path: string, from: number): number {
  const { layer, extractor } = entry;
  if (extractor === null) {
    layer.params = {};
    layer.path = '';
    return from;
  }
  const params: Params = line.dialect.createParams();
  const end = extractor.extract(path, params, from);
  layer.params = params;
  // A trailing slash is part of the match; a route matches the complete path.
  layer.path = end >= path.length - 1 || layer.route ? path.slice(from) : path.slice(from, end);
  line.setKeys(layer, extractor.names);
  return end;
}

const NO_NAMES: readonly string[] = [];

export function entryParamNames(entry: Entry<LayerLike>): readonly string[] {
  return entry.extractor === null ? NO_NAMES : entry.extractor.names;
}

/** Whether the public method that runs param callbacks (`process_params` in 4.x) has not been patched. */
export function isParamsMethodOriginal(router: RouterLike, table: Table): boolean {
  const { paramsMethod } = table.line;
  return paramsMethod === null || (router as any).process_params === paramsMethod.original;
}

/**
 * The router that a layer mounts, if nobody can observe that dispatch calls its `handle` instead of the layer: the layer has not
 * escaped, the method that runs layers is not patched, and there are no subscribers. A router does nothing but call its `handle`, even
 * if that is patched.
 */
export function findMountedRouter(table: Table, layer: LayerLike, mounted: Table): RouterLike | null {
  if (table.hasEscaped || tracing.isOn) return null;
  if (layer[table.line.requestMethod] !== table.originalRequestMethod) return null;
  const { router } = mounted;
  if (router === null || layer.handle !== router) return null;
  return LayerState.arityOf(layer, router) <= 3 ? router : null;
}

/** Whether a router may be entered without its `handle`. */
export function canEnter(line: Line, router: RouterLike, inner: InnerList<LayerLike>): boolean {
  const table = inner.owner as Table;
  if (router.handle !== table.originalHandle || router.stack !== table.view || table.line !== line)
    return false;
  // An empty router is left in a later turn of the event loop.
  if (table.layers.length === 0) return false;
  table.checkEscaped();
  return table.version === inner.version;
}
