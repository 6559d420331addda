import { type DispatchList, type Entry, NEEDS_MATCH } from '../../../compiler/ir.js';
import type { Figures } from '../../../compiler/program.js';
import type { LayerLike } from '../../contracts/layer.js';
import { Table } from '../../registration/table.js';
import { v3 } from './line.js';
import type { Route } from './route.js';

const owners = new WeakMap<object, RouteList>();

/** The routes of one verb, and the program that finds the next of them for a path. */
export class RouteList {
  readonly table = new Table(v3);
  /** The array in `app.routes`, whose changes are observed. */
  readonly view = this.table.view as unknown as Route[];
  /** The RegExps of the routes of an array that an application has created, when they were added. */
  readonly #regexps: (RegExp | undefined)[] = [];

  constructor() {
    owners.set(this.view, this);
  }

  /** The list of a view, or a new one for an array that an application has created. */
  static of(routes: ArrayLike<Route>): RouteList {
    const owner = owners.get(routes);
    if (owner !== undefined) return owner;
    const list = new RouteList();
    for (let i = 0; i < routes.length; i++) {
      list.add(routes[i]!);
      list.#regexps.push(routes[i]?.regexp);
    }
    list.table.markAllEscaped();
    return list;
  }

  add(route: Route): void {
    this.table.appendLayer(route as unknown as LayerLike);
  }

  /**
   * Whether these are the routes of the list. Changes of an array that an application has created, and of its routes,
   * are not observed: they are compared each time, which takes about two nanoseconds per route.
   */
  holds(routes: ArrayLike<Route>): boolean {
    if (routes === this.view) return true;
    const { layers } = this.table;
    const regexps = this.#regexps;
    if (routes.length !== layers.length || regexps.length !== layers.length) return false;
    for (let i = 0; i < regexps.length; i++) {
      const route = routes[i];
      if ((route as unknown) !== layers[i] || route?.regexp !== regexps[i]) return false;
    }
    return true;
  }

  /** The index of the first route from `from` on that matches, with its `params` set; -1 if none does. */
  find(path: any, from: number): number {
    const { table } = this;
    let at = from;
    const program = typeof path === 'string' ? table.getProgram() : null;
    if (program !== null && from < program.length) {
      const list = program.findListByPath(ANY_METHOD, path);
      if (list !== null) {
        const found = findIn(table, list, path, from);
        if (found !== -1) return found;
        at = program.length;
      }
    }
    const { layers } = table;
    for (; at < layers.length; at++) if (layers[at]!.match(path)) return at;
    return -1;
  }

  /** Handlers get it as `req.route`, and may keep and change it. */
  at(index: number): Route {
    this.table.markEscaped(this.table.layers[index]);
    return this.table.layers[index] as unknown as Route;
  }

  compile(): Figures {
    return this.table.compile();
  }
}

/** The routes of this table have no methods, so any method finds them. */
const ANY_METHOD = '';

function findIn(
  table: Table,
  { entries, parts }: DispatchList<LayerLike>,
  path: string,
  from: number,
): number {
  if (entries !== null) {
    for (const entry of entries) if (entry.index >= from && matches(table, entry, path)) return entry.index;
    return -1;
  }
  for (let i = 0; i < parts!.length; i++) {
    // This part is completely before the start position.
    if (i + 1 < parts!.length && parts![i + 1]!.first <= from) continue;
    const found = findIn(table, parts![i]!, path, from);
    if (found !== -1) return found;
  }
  return -1;
}

function matches(table: Table, { layer, certainty, extractor }: Entry<LayerLike>, path: string): boolean {
  // Handlers may have changed the route, which they get as `req.route`.
  if (certainty === NEEDS_MATCH || !table.isUnchanged(layer)) return layer.match(path);
  const params = v3.dialect.createParams();
  layer.params = params;
  extractor?.extract(path, params);
  return true;
}
