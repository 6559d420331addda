import { type Explanation, explain as explainTable, readRequest } from '../../../compiler/explain.js';
import type { LayerRecord, Matchable, Params, TableRecord } from '../../../compiler/ir.js';
import { kMountedApp } from '../../symbols.js';
import type { App3 } from './app.js';
import { isBelow, type StackLayer } from './connect.js';
import { v3 } from './line.js';
import type { Route } from './route.js';
import { type Router, RouterState } from './router.js';

/**
 * Returns which layers of the stack and which routes a request runs, in which order, and why.
 *
 * @example app.explain('GET', '/users/7'); app.explain('/users/7');
 */
export function explain(this: App3, ...request: string[]): Explanation {
  const [method, path] = readRequest(request);
  // HEAD tries its own routes, then those of GET.
  const verbs = method === 'HEAD' ? ['head', 'get'] : [method.toLowerCase()];
  const routes = (router: Router) => verbs.flatMap((verb) => routeRecords(router, verb, method));
  return explainTable(recordOf(this, routes), method, path);
}

/** The stack of an application as a table, with the routes of all verbs at the router's layer. */
export function recordAll(app: App3): TableRecord {
  return recordOf(app, (router) => {
    return Object.keys(router.map).flatMap((verb) => routeRecords(router, verb, verb.toUpperCase()));
  });
}

type Routes = (router: Router) => LayerRecord[];

/** The stack of an application as a table for the compiler, with `routes` at the router's layer. */
function recordOf(app: App3, routes: Routes): TableRecord {
  const stack: StackLayer[] = app.stack;
  const layers = stack.map((layer) => stackRecord(app, layer, routes));
  return { owner: app, version: 0, dialect: v3.dialect, layers };
}

const PREFIX = { end: false, strict: false, sensitive: false };

function stackRecord(app: App3, layer: StackLayer, routes: Routes): LayerRecord {
  const { route, handle } = layer;
  const mounted = (handle as any)[kMountedApp];
  let mount: TableRecord | null = null;
  if (handle === app._router.middleware)
    mount = { owner: app._router, version: 0, dialect: v3.dialect, layers: routes(app._router) };
  else if (mounted?.stack) mount = recordOf(mounted, routes);
  const find = (path: string) => (isBelow(path, route) ? path.slice(0, route.length) : null);
  return {
    layer: new Step(handle.name, { layer }, find),
    path: route || '/',
    options: PREFIX,
    foreign: true,
    slash: route === '',
    methods: null,
    live: false,
    mount,
  };
}

function routeRecords(router: Router, verb: string, method: string): LayerRecord[] {
  const records = RouterState.listOf(router, verb)?.table.record().layers ?? [];
  return records.map((record): LayerRecord => {
    const layer = new Step('', { route: record.layer as unknown as Route }, (path) => {
      return record.layer.match(path) ? path : null;
    });
    return { ...record, layer, methods: [method] };
  });
}

/** The layer or route of a step. */
export type Origin = { readonly route: Route } | { readonly layer: StackLayer };

/** A layer with the members that the compiler's `explain` uses. */
export class Step implements Matchable {
  readonly name: string;
  readonly origin: Origin;
  params: Params | undefined;
  path: string | undefined;
  readonly #find: (path: string) => string | null;

  constructor(name: string, origin: Origin, find: (path: string) => string | null) {
    this.name = name || 'anonymous';
    this.origin = origin;
    this.#find = find;
  }

  match(path: string): boolean {
    const found = this.#find(path);
    this.path = found ?? undefined;
    return found !== null;
  }
}
