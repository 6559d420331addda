import { METHODS } from 'node:http';
import { type Explanation, explain, readRequest } from '../../compiler/explain.js';
import { type ListedLayer, listLayers } from '../../compiler/listing.js';
import type { Figures } from '../../compiler/program.js';
import type { AnyHandler } from '../contracts/handler.js';
import type { LayerLike } from '../contracts/layer.js';
import type { RouterLike, RouterOptions } from '../contracts/router.js';
import type { Line } from '../lines/line.js';
import { kTable } from '../symbols.js';
import { firstElement } from './flatten.js';
import { defineHidden } from './hidden.js';
import { nameOf } from './names.js';
import { type Route, RouteState } from './route.js';
import { noteSource, sourceOf } from './sources.js';
import { Table, tableOf } from './table.js';
import type { Values } from './template.js';
import { buildUrl } from './url.js';

/** Sets the properties of a new router, in the order in which Express lists them, and creates its table. */
export function initRouter(router: RouterLike, line: Line, options: RouterOptions | undefined): void {
  router.caseSensitive = options?.caseSensitive;
  router.mergeParams = options?.mergeParams;
  router.params ??= {};
  router.strict = options?.strict;
  const table = new Table(line, router, originalHandles.get(line));
  Object.defineProperty(router, kTable, { value: table });
  router.stack = table.view;
}

/** Defines the members that routers of all lines share. */
export function defineMembers(target: object, line: Line, createRoute: (path: unknown) => Route): void {
  Object.assign(target, {
    use: function use(this: RouterLike, ...args: unknown[]): RouterLike {
      const { path, rest } = splitPath(args);
      const handlers = line.flatten(rest);
      if (handlers.length === 0) throw line.messages.useWithoutHandler(path);
      for (const handler of handlers) {
        if (typeof handler !== 'function') throw line.messages.useWithWrongHandler(path, handler);
        const layer = new line.Layer(
          path,
          { sensitive: this.caseSensitive, strict: false, end: false },
          handler as AnyHandler,
        );
        layer.route = undefined;
        appendLayer(this, layer);
      }
      return this;
    },

    route: function route(this: RouterLike, path: unknown): Route {
      const created = createRoute(path);
      const layer = new line.Layer(
        path,
        { sensitive: this.caseSensitive, strict: this.strict, end: true },
        line.routeHandler(created),
      );
      RouteState.markDirect(created);
      layer.route = created;
      appendLayer(this, layer);
      return created;
    },
  });
  const { route: ownRoute } = target as RouterLike;
  originalRoutes.set(line, ownRoute);
  originalHandles.set(line, (target as RouterLike).handle);
  // It takes any number of arguments, but its `length` is 1, as in Express.
  Object.defineProperty((target as RouterLike).use, 'length', { configurable: true, value: 1 });
  for (const method of [...METHODS.map((name) => name.toLowerCase()), 'all']) {
    // Assigned this way, the functions have no name, as in Express.
    (target as any)[method] = function (this: RouterLike, path: unknown, ...handlers: unknown[]): RouterLike {
      const route = this.route(path) as any;
      route[method](...handlers);
      if (this.route === (ownRoute as unknown)) RouteState.markPrivate(route, [method]);
      return this;
    };
  }
  defineHidden(target, { compile, explain: explainPath, routes, url });
}

/** Whether nothing but the verbs gets the routes that a router creates for them. Agents that wrap `route` get them too. */
export function makesPrivateRoutes(router: RouterLike): boolean {
  const table = tableOf(router);
  return table !== null && router.route === originalRoutes.get(table.line);
}

const originalRoutes = new WeakMap<Line, unknown>();
const originalHandles = new WeakMap<Line, unknown>();

/**
 * The table of a router, with the layers of its `stack`, which users may have replaced with another array. Objects that only look
 * like a router, or inherit from one, and call a line's `handle`, get a table for this call only.
 */
export function tableFor(router: RouterLike, line: Line): Table {
  const table = tableOf(router);
  if (table === null) return createForeignTable(router, line);
  const { stack } = router;
  if (stack === table.view) return table;
  if (!Object.hasOwn(router, kTable)) return createForeignTable(router, line);
  table.replaceLayers(stack);
  return table;
}

/** Compiles the program immediately, and returns its figures. */
function compile(this: RouterLike): Figures {
  return requireTable(this).compile();
}

/**
 * Returns which layers run for a request, in which order, and why.
 *
 * @example router.explain('GET', '/users/7'); router.explain('/users/7');
 */
function explainPath(this: RouterLike, ...args: string[]): Explanation {
  const [method, path] = readRequest(args);
  return explain(requireTable(this).record(), method, path);
}

/** The route table, including mounted routers, in the order in which layers are tried. */
function routes(this: RouterLike): ListedLayer[] {
  return listLayers(requireTable(this).record(), describeLayer);
}

/**
 * The URL of a named route, here or in a mounted router, with its parameters and a query filled in.
 *
 * @example router.url('user', { id: 7 }, { tab: 'posts' }); // '/users/7?tab=posts'
 */
function url(this: RouterLike, name: string, params?: Values, query?: unknown): string {
  return buildUrl(requireTable(this), name, params, query);
}

function requireTable(router: RouterLike): Table {
  const table = tableOf(router);
  if (table === null)
    throw new TypeError('compile(), explain(), routes() and url() need a router created by Router()');
  return tableFor(router, table.line);
}

/** The table of an object that is not a maglev router: its stack is scanned. */
function createForeignTable(router: RouterLike, line: Line): Table {
  const table = new Table(line);
  table.replaceLayers(router.stack);
  return table;
}

function describeLayer(layer: LayerLike): Pick<ListedLayer, 'name' | 'source'> {
  const given = layer.route ? nameOf(layer.route) : undefined;
  return { name: given ?? layer.name ?? '', source: sourceOf(layer) };
}

function appendLayer(router: RouterLike, layer: LayerLike): void {
  noteSource(layer);
  const table = tableOf(router);
  if (table !== null && table.view === router.stack && !table.isForeign) table.appendLayer(layer);
  else router.stack.push(layer);
}

function splitPath(args: readonly unknown[]): { path: unknown; rest: readonly unknown[] } {
  const hasPath = typeof firstElement(args[0]) !== 'function';
  return hasPath ? { path: args[0], rest: args.slice(1) } : { path: '/', rest: args };
}
