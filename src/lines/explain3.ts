import { type Explanation, explain as explainTable } from '../../compiler/explain.js';
import type { LayerRecord, Matchable, Params, TableRecord } from '../../compiler/ir.js';
import { kMountedApp } from '../symbols.js';
import type { App3 } from './application3.js';
import { isBelow, type StackLayer } from './connect3.js';
import { Router } from './router3.js';
import { v3 } from './v3.js';

/**
 * Says which layers of the stack and which routes a request runs, in which order, and why.
 *
 * @example app.explain('GET', '/users/7');
 */
export function explain(this: App3, method: string, path: string): Explanation {
  return explainTable(recordOf(this, method), method, path.split('?', 1)[0]!);
}

/** The stack of an application as the compiler sees one, with the routes of a method where the router stands. */
function recordOf(app: App3, method: string): TableRecord {
  const stack: StackLayer[] = app.stack;
  const layers = stack.map((layer) => stackRecord(app, layer, method));
  return { owner: app, version: 0, dialect: v3.dialect, layers };
}

const PREFIX = { end: false, strict: false, sensitive: false };

function stackRecord(app: App3, { route, handle }: StackLayer, method: string): LayerRecord {
  const mounted = (handle as any)[kMountedApp];
  let mount: TableRecord | null = null;
  if (handle === app._router.middleware) mount = routesRecord(app._router, method);
  else if (mounted?.stack) mount = recordOf(mounted, method);
  return {
    layer: new Step(handle.name, (path) => (isBelow(path, route) ? path.slice(0, route.length) : null)),
    path: route || '/',
    options: PREFIX,
    foreign: true,
    slash: route === '',
    methods: null,
    live: false,
    mount,
  };
}

/** HEAD goes through the routes of its own, and through those of GET. */
function routesRecord(router: Router, method: string): TableRecord {
  const verbs = method === 'HEAD' ? ['head', 'get'] : [method.toLowerCase()];
  const records = verbs.flatMap((verb) => Router.listOf(router, verb)?.table.record().layers ?? []);
  const layers = records.map((record): LayerRecord => {
    const layer = new Step('', (path) => (record.layer.match(path) ? path : null));
    return { ...record, layer, methods: [method] };
  });
  return { owner: router, version: 0, dialect: v3.dialect, layers };
}

/** A layer to be asked, in the form that explanations ask in. */
class Step implements Matchable {
  readonly name: string;
  params: Params | undefined;
  path: string | undefined;
  readonly #find: (path: string) => string | null;

  constructor(name: string, find: (path: string) => string | null) {
    this.name = name || 'anonymous';
    this.#find = find;
  }

  match(path: string): boolean {
    const found = this.#find(path);
    this.path = found ?? undefined;
    return found !== null;
  }
}
