import { matchLayer, pathInsideMount } from '../../compiler/interpret.js';
import type { DispatchList, InnerList } from '../../compiler/ir.js';
import type { LayerLike } from '../contracts/layer.js';
import { SourcedLayer } from '../registration/layer.js';
import { mountedTable, type Table } from '../registration/table.js';

/**
 * The methods of a path's routes, mounted routers included, as OPTIONS would list them; null if one of the routes handles
 * the method, since it then chose not to answer.
 */
export function otherMethods(table: Table, method: string, path: string): string[] | null {
  const program = table.getProgram();
  // The dispatch lists of OPTIONS have all routes, because its automatic answer needs them.
  const list = program?.findListByPath('OPTIONS', path) ?? null;
  const methods: string[] = [];
  /** From the root to the router that is being asked: recursion would be as deep as routers are nested. */
  const visits = [new Visit(table, list, list === null ? 0 : program!.length, path)];
  while (visits.length > 0) {
    const visit = visits.at(-1)!;
    const found = visit.next();
    if (found === null) {
      visits.pop();
    } else if (found.layer.route) {
      const { line } = visit.table;
      methods.push(...line.listMethods(found.layer.route));
      if (line.handlesMethod(found.layer.route, method)) return null;
    } else {
      const inside = enter(found);
      if (inside !== null) visits.push(inside);
    }
  }
  return methods;
}

/** A layer that matches, the list inside of it, and the path that a router mounted there sees. */
interface Found {
  readonly layer: LayerLike;
  readonly inner: InnerList<LayerLike> | null;
  readonly rest: string;
}

/** A path on its way through the layers of a router. `list` speaks for the first `length` of them. */
class Visit {
  readonly table: Table;
  readonly #path: string;
  readonly #steps: Iterator<Pick<Found, 'layer' | 'inner'>>;

  constructor(table: Table, list: DispatchList<LayerLike> | null, length: number, path: string) {
    this.table = table;
    this.#path = path;
    this.#steps = stepsOf(table, list, length);
  }

  next(): Found | null {
    for (;;) {
      const { done, value } = this.#steps.next();
      if (done) return null;
      const { layer, inner } = value;
      const matched = matchLayer(this.table.line, { layer, methods: layer.route ? '*' : null }, this.#path);
      if (matched !== null) return { layer, inner, rest: pathInsideMount(this.#path, matched) };
    }
  }
}

function* stepsOf(
  table: Table,
  list: DispatchList<LayerLike> | null,
  length: number,
): Generator<Pick<Found, 'layer' | 'inner'>> {
  if (list !== null) yield* list;
  for (const layer of table.layers.slice(length)) yield { layer, inner: null };
}

/** Goes on in the router that is mounted at a layer, if one is. */
function enter({ layer, inner, rest }: Found): Visit | null {
  const mounted = mountedTable(SourcedLayer.sourceOf(layer)?.fn);
  if (mounted === null) return null;
  const isCurrent = inner !== null && inner.owner === mounted && inner.version === mounted.version;
  return new Visit(mounted, isCurrent ? inner.list : null, isCurrent ? inner.length : 0, rest);
}
