import { ask, restOf } from '../../compiler/interpret.js';
import type { DispatchList, InnerList } from '../../compiler/ir.js';
import type { LayerLike } from '../contracts/layer.js';
import { SourcedLayer } from '../registration/layer.js';
import { mountedTable, type Table } from '../registration/table.js';

/**
 * The methods that the routes of a path have, mounted routers included, as OPTIONS would list them; null if one of them
 * has the method in question, which is then none of the path's faults.
 */
export function otherMethods(table: Table, method: string, path: string): string[] | null {
  const program = table.ready();
  // The program has no path for OPTIONS alone: all routes are on it, for the sake of its answer.
  const list = program?.lookup('OPTIONS', path) ?? null;
  const methods: string[] = [];
  return collect(table, list, list === null ? 0 : program!.length, method, path, methods) ? methods : null;
}

/** `list` speaks for the first `length` layers of the table. False as soon as a route has the method. */
function collect(
  table: Table,
  list: DispatchList<LayerLike> | null,
  length: number,
  method: string,
  path: string,
  into: string[],
): boolean {
  const { line } = table;
  const visit = (layer: LayerLike, inner: InnerList<LayerLike> | null): boolean => {
    const { route } = layer;
    const matched = ask(line, { layer, methods: route ? '*' : null }, path);
    if (matched === null) return true;
    if (!route) return enter(layer, inner, method, restOf(path, matched), into);
    into.push(...line.listMethods(route));
    return !line.handlesMethod(route, method);
  };
  return (
    (list ?? []).every(({ layer, inner }) => visit(layer, inner)) &&
    table.layers.slice(length).every((layer) => visit(layer, null))
  );
}

/** Goes on in the router that is mounted at a layer, if one is. */
function enter(
  layer: LayerLike,
  inner: InnerList<LayerLike> | null,
  method: string,
  path: string,
  into: string[],
): boolean {
  const mounted = mountedTable(SourcedLayer.sourceOf(layer)?.fn);
  if (mounted === null) return true;
  const isCurrent = inner !== null && inner.owner === mounted && inner.version === mounted.version;
  return collect(mounted, isCurrent ? inner.list : null, isCurrent ? inner.length : 0, method, path, into);
}
