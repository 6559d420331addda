import { ask, restOf } from '../../compiler/interpret.js';
import type { DispatchList, InnerList } from '../../compiler/ir.js';
import type { LayerLike } from '../contracts/layer.js';
import { SourcedLayer } from '../registration/layer.js';
import { mountedTable, type Table } from '../registration/table.js';

/**
 * The methods of a path's routes, mounted routers included, as OPTIONS would list them; null if one of the routes handles
 * the method, since it then chose not to answer.
 */
export function otherMethods(table: Table, method: string, path: string): string[] | null {
  const program = table.ready();
  // The dispatch lists of OPTIONS have all routes, because its automatic answer needs them.
  const list = program?.lookup('OPTIONS', path) ?? null;
  const methods: string[] = [];
  return collectMethods(table, list, list === null ? 0 : program!.length, method, path, methods)
    ? methods
    : null;
}

/** `list` is the dispatch list of the first `length` layers. False as soon as a route handles the method. */
function collectMethods(
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
    if (!route) return collectMounted(layer, inner, method, restOf(path, matched), into);
    into.push(...line.listMethods(route));
    return !line.handlesMethod(route, method);
  };
  return (
    (list ?? []).every(({ layer, inner }) => visit(layer, inner)) &&
    table.layers.slice(length).every((layer) => visit(layer, null))
  );
}

/** Collects in the router that is mounted at a layer, if any. */
function collectMounted(
  layer: LayerLike,
  inner: InnerList<LayerLike> | null,
  method: string,
  path: string,
  into: string[],
): boolean {
  const mounted = mountedTable(SourcedLayer.sourceOf(layer)?.fn);
  if (mounted === null) return true;
  const isCurrent = inner !== null && inner.owner === mounted && inner.version === mounted.version;
  return collectMethods(
    mounted,
    isCurrent ? inner.list : null,
    isCurrent ? inner.length : 0,
    method,
    path,
    into,
  );
}
