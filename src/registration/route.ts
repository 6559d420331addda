import { METHODS } from 'node:http';
import type { AnyHandler, Next } from '../contracts/handler.js';
import type { LayerLike } from '../contracts/layer.js';
import type { RouteLike } from '../contracts/route.js';
import { isOfOtherLine, runLayer, tracing } from '../dispatch/run-layer.js';
import type { Line } from '../lines/line.js';
import { Given } from './given.js';
import { LayerState } from './layer.js';
import { setName } from './names.js';

/** The table that has compiled a route, as the route knows it. */
interface RouteTable {
  /** Called when the methods of a route change. */
  invalidate(): void;
  /** Called when users have got a route that they had not got since its last check, or not at all before: `isNew`. */
  keepEscapedRoute(route: RouteState, isNew: boolean): void;
}

/** How many nested handlers may call `next` synchronously before `setImmediate` empties the call stack. */
export const MAX_SYNC = 100;

/** The handlers of one path, by method. Each line has a constructor, with its own names for public members. */
export interface Route extends RouteLike<LayerLike> {
  as(name: string): this;
}

type Dispatch = RouteLike['dispatch'];

/** What the routes of a line have in common. */
export interface RouteKind {
  readonly line: Line;
  /** The original `dispatch` of the routes. */
  readonly dispatch: Dispatch;
  /** What `route.methods` inherits from. */
  readonly prototype: object | null;
}

/**
 * What routes have in private fields, so that they have the same visible properties as in Express. Their number is limited: V8 keeps
 * eight more fields than the constructor assigns in the object itself.
 */
export class RouteState extends Given {
  readonly #kind: RouteKind;
  /** The table that has compiled this route's methods. */
  #table: RouteTable | null = null;
  /** Whether users have had a reference to the route since it was made: its methods are then read for each request. */
  #escaped = true;
  /** The value of `route.methods`, unless users replace it. */
  #methods: Record<string, boolean>;
  /** The names of the methods at the last check; null if `route.methods` was not the route's own object. */
  #names: readonly string[] | null = [];
  /** Whether users have got the route since `noteChecked`, and whether its table knows that they have got it. */
  #isRecent = false;
  #isKept = false;
  /** The line's `dispatch`, if the route's layer calls it. */
  #dispatch: Dispatch | null = null;

  private constructor(route: Route, kind: RouteKind) {
    super(route);
    this.#kind = kind;
    this.#methods = route.methods;
  }

  /** Called when the properties of a route have been set. A constructor may be called again with a route that it has made. */
  static init(route: Route, kind: RouteKind): void {
    if (#methods in route) RouteState.#reset(route);
    else new RouteState(route, kind);
  }

  static #reset(route: RouteState): void {
    route.#methods = (route as unknown as Route).methods;
    route.#table?.invalidate();
  }

  /** Called before a route that a router's verbs created escapes to users, as `req.route` or with its layer. */
  static markEscaped(route: object): void {
    // A route that users got from `route()` is checked for each method anyway.
    if (!(#isRecent in route) || route.#escaped || route.#isRecent) return;
    route.#isRecent = true;
    RouteState.#keep(route);
  }

  /** A table that was never compiled needs not know of its escaped routes. */
  static #keep(route: RouteState): void {
    if (route.#table === null) return;
    route.#table.keepEscapedRoute(route, !route.#isKept);
    route.#isKept = true;
  }

  /** From now on, the table is told when users get the route. */
  static noteChecked(route: RouteState): void {
    route.#isRecent = false;
  }

  /** Called when the table no longer has the route. */
  static forgetEscape(route: RouteState): void {
    route.#isKept = false;
    route.#isRecent = false;
  }

  /** Whether users have changed the methods of a route since the last check, by name or altogether. */
  static checkMethodsChanged(route: RouteState): boolean {
    const hasOwnMethods = RouteState.#checkOwnMethods(route);
    const names = route.#names;
    if (names === null ? !hasOwnMethods : hasOwnMethods && RouteState.#hasNames(route, names)) return false;
    RouteState.#noteMethods(route, hasOwnMethods);
    return true;
  }

  /** Whether `route.methods` is the object it was made with, which inherits what it did. */
  static #checkOwnMethods(route: RouteState): boolean {
    const methods = route.#methods;
    const isOwn = (route as unknown as Route).methods === methods;
    return isOwn && Object.getPrototypeOf(methods) === route.#kind.prototype;
  }

  static #hasNames(route: RouteState, names: readonly string[]): boolean {
    let count = 0;
    for (const name in route.#methods) if (name !== names[count++]) return false;
    return count === names.length;
  }

  static #noteMethods(route: RouteState, hasOwnMethods: boolean): void {
    const names: string[] = [];
    for (const name in route.#methods) names.push(name);
    route.#names = hasOwnMethods ? names : null;
  }

  /** The method that returns whether a route of the line handles an HTTP method; null if there is none. */
  static originalMethodOf(line: Line): OriginalMethod | null {
    return originalMethods.get(line) ?? null;
  }

  /** Whether the methods of a route are the object it was made with, and its function for them is not patched. */
  static isIntact(route: object, method: OriginalMethod | null): boolean {
    if (!(#escaped in route) || route.#escaped) return true;
    if (!RouteState.#checkOwnMethods(route)) return false;
    return method === null || (route as any)[method.name] === method.original;
  }

  /** The methods to compile; later changes invalidate the table. Null for routes of another table and for other objects. */
  static compiledMethods(route: object, table: RouteTable): readonly string[] | '*' | null {
    if (!(#table in route) || (route.#table !== null && route.#table !== table)) return null;
    route.#table = table;
    if (route.#isRecent && !route.#isKept) RouteState.#keep(route);
    RouteState.#noteMethods(route, RouteState.#checkOwnMethods(route));
    if (!RouteState.isIntact(route, RouteState.originalMethodOf(route.#kind.line))) return null;
    return methodNamesOf((route as unknown as Route).methods);
  }

  /** Called by `router.get` and so on, which do not return the route that they create. `verbs` are the route's methods that they called. */
  static markPrivate(route: object, verbs: readonly string[]): void {
    // Agents wrap these methods, and so get a reference to the route.
    if (#escaped in route && verbs.every((verb) => originalVerbs.has((route as any)[verb])))
      route.#escaped = false;
  }

  /** Called for a route whose layer will call its `dispatch`. */
  static markDirect(route: object): void {
    if (!(#dispatch in route)) return;
    const { dispatch } = route.#kind;
    route.#dispatch = (route as unknown as Route).dispatch === dispatch ? dispatch : null;
  }

  /**
   * The layer that `dispatch` would run for a method, if that is the only layer and `dispatch` is not patched. Its handler does not
   * take `next`, which differs between a route and a router.
   */
  static onlyLayerOf(route: RouteLike, method: unknown): LayerLike | null {
    if (!(#dispatch in route) || route.#dispatch !== route.dispatch) return null;
    const { stack } = route;
    const layer: LayerLike | null = stack.length === 1 ? stack[0] : null;
    if (!layer || (layer.method !== undefined && layer.method !== lowerMethod(method))) return null;
    const { handle } = layer;
    if (typeof handle !== 'function') return null;
    const arity = LayerState.arityOf(layer, handle);
    return arity === 1 || arity === 2 ? layer : null;
  }

  static isEscaped(route: object): boolean {
    return !(#escaped in route) || route.#escaped;
  }

  /** Called when a route has got handlers. */
  static invalidate(route: object): void {
    if (#table in route) route.#table?.invalidate();
  }
}

/** Adds handlers for a method, or for all of them when it is undefined. */
function addHandlers(
  { Layer, messages, flatten }: Line,
  route: Route,
  method: string | undefined,
  given: readonly unknown[],
): void {
  const handlers = flatten(given);
  const verb = method ?? 'all';
  if (handlers.length === 0 && messages.routeWithoutHandler !== null) {
    throw messages.routeWithoutHandler(verb, route.path);
  }
  for (const handler of handlers) {
    if (typeof handler !== 'function') throw messages.routeWithWrongHandler(verb, route.path, handler);
    const layer = new Layer('/', {}, handler as AnyHandler);
    layer.method = method;
    route.methods[method ?? '_all'] = true;
    route.stack.push(layer);
  }
  RouteState.invalidate(route);
}

/**
 * Give the route a name, by which `url` finds it.
 *
 * @example app.route('/users/:id').as('user').get(show);
 */
export function as(this: Route, name: string): Route {
  setName(this, name);
  return this;
}

export function createDispatch(line: Line): Dispatch {
  const { countsEveryStep } = line;
  return function dispatch(this: Route, req: any, res: any, done: Next): void {
    const { stack } = this;
    if (stack.length === 0) {
      done();
      return;
    }
    const requestMethod = lowerMethod(req.method);
    const method = requestMethod === 'head' && !this.methods.head ? 'get' : requestMethod;
    let index = 0;
    let sync = 0;
    if (req.route !== this) req.route = this;
    next();

    function next(error?: unknown): void {
      if (error === 'route') {
        done();
        return;
      }
      if (error === 'router' || (index >= stack.length && !countsEveryStep)) {
        done(error);
        return;
      }
      if (++sync > MAX_SYNC) {
        setImmediate(next, error);
        return;
      }
      while (index < stack.length) {
        const layer = stack[index++]!;
        if (layer.method && layer.method !== method) {
          if (!countsEveryStep) continue;
          next(error);
        } else if (tracing.isOn || error || layer.handleRequest === undefined) {
          runLayer(line, layer, error, req, res, next);
        } else if (line.requestMethod === 'handleRequest' || isOfOtherLine(layer, line)) {
          // The same as `runLayer`, inlined to keep its frame off the call stack.
          layer.handleRequest(req, res, next);
        } else {
          layer.handle_request!(req, res, next);
        }
        sync = 0;
        return;
      }
      // As in Express, a handler added after this is not run if this `next` is called again.
      if (countsEveryStep) index++;
      done(error);
    }
  };
}

export interface OriginalMethod {
  readonly prototype: any;
  readonly name: string;
  readonly original: unknown;
}

const originalMethods = new WeakMap<Line, OriginalMethod>();

/** Records the method `name` of a line's routes, so that `Route.isIntact` detects when it is patched. */
export function rememberRouteMethod(line: Line, prototype: any, name: string): void {
  originalMethods.set(line, { prototype, name, original: prototype[name] });
}

function methodNamesOf(methods: Record<string, boolean>): readonly string[] | '*' {
  // Whatever its value is: that may change.
  if ('_all' in methods) return '*';
  const names = Object.keys(methods);
  if (names.length === 1) return (SINGLE_METHOD_LISTS[names[0]!] ??= [names[0]!.toUpperCase()]);
  return names.map((method) => method.toUpperCase());
}

/** Whether a route has handlers for a method; HEAD falls back to GET. */
export function handlesMethod(route: RouteLike, method: unknown): boolean {
  const { methods } = route;
  const name = lowerMethod(method) as string;
  // Most requests are GETs, and V8 reads a property with a constant name faster.
  if (name === 'get' && methods.get) return true;
  return Boolean(methods[name] || methods._all || (name === 'head' && methods.get));
}

/** The methods that a route handles, as OPTIONS lists them. */
export function listMethods(route: RouteLike): string[] {
  const { methods } = route;
  const names = Object.keys(methods);
  if (methods.get && !methods.head) names.push('head');
  return names.map((name) => name.toUpperCase());
}

/** The method lists of routes with one method, shared to save memory. */
const SINGLE_METHOD_LISTS: Record<string, readonly string[]> = Object.create(null);

const originalVerbs = new WeakSet<object>();

/** Defines `all`, and then `get`, `post` and so on. As in Express, the functions have no name, and `declared` as `length`. */
export function defineVerbs(prototype: any, line: Line, declared: number): void {
  prototype.all = function all(this: Route, ...handlers: unknown[]): Route {
    addHandlers(line, this, undefined, handlers);
    return this;
  };
  Object.defineProperty(prototype.all, 'length', { configurable: true, value: declared });
  originalVerbs.add(prototype.all);
  for (const method of METHODS.map((name) => name.toLowerCase())) {
    prototype[method] = function (this: Route, ...handlers: unknown[]): Route {
      addHandlers(line, this, method, handlers);
      return this;
    };
    Object.defineProperty(prototype[method], 'length', { configurable: true, value: declared });
    originalVerbs.add(prototype[method]);
  }
}

/** Each HTTP method in lower case, so that requests do not allocate a string for it. */
const LOWER_METHODS = new Map<unknown, string>(METHODS.map((method) => [method, method.toLowerCase()]));

function lowerMethod(method: unknown): unknown {
  if (method === 'GET') return 'get';
  return LOWER_METHODS.get(method) ?? (typeof method === 'string' ? method.toLowerCase() : method);
}
