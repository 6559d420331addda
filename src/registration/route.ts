import { METHODS } from 'node:http';
import type { AnyHandler, Next } from '../contracts/handler.js';
import type { LayerLike } from '../contracts/layer.js';
import type { RouteLike } from '../contracts/route.js';
import { isOfOtherLine, runLayer, tracing } from '../dispatch/trace.js';
import type { Line } from '../lines/line.js';
import { kLine } from '../symbols.js';
import { SourcedLayer } from './layer.js';
import { setName } from './names.js';

/** Notified when the methods of a route change; implemented by the table. */
interface MethodListener {
  invalidate(): void;
}

/** How many nested handlers may call `next` synchronously before `setImmediate` empties the call stack. */
export const MAX_SYNC = 100;

/** The handlers of one path, by method. Each line has a subclass, with its own names for public members. */
export class Route implements RouteLike {
  declare path: unknown;
  declare stack: LayerLike[];
  declare methods: Record<string, boolean>;
  /** On the prototype, so that users' copies of a route have it as well. */
  declare protected readonly [kLine]: Line;
  /** The table that has compiled this route's methods. */
  #table: MethodListener | null = null;
  /** Whether users have a reference to the route, and may therefore change `route.methods`. */
  #escaped = true;
  /** The methods, and the proxy that users see as `route.methods`, which notifies the table of changes. */
  readonly #methods: Record<string, boolean>;
  #view: Record<string, boolean> | null = null;
  /** Whether the route's layer calls the `dispatch` below. */
  #isDirect = false;
  /** Whether users have changed the prototype of the methods, which may inherit more methods from it. */
  #inherits = false;

  constructor(line: Line, path: unknown) {
    this.path = path;
    this.stack = [];
    this.#methods = line.createMethods();
    this.methods = this.#methods;
  }

  /** Called before a route that a router's verbs created escapes to users, as `req.route` or with its layer. */
  static markEscaped(route: object): void {
    // A route that users got from `route()` is checked for each method anyway.
    if (!(#view in route) || route.#escaped || route.#view !== null || route.methods !== route.#methods)
      return;
    route.#view = new Proxy(route.#methods, new MethodsProxyHandler(route));
    route.methods = route.#view;
  }

  /** Called when users have changed `route.methods`. */
  static invalidate(route: Route): void {
    route.#table?.invalidate();
  }

  /** Called when users have changed the prototype of `route.methods`. */
  static noteInheritance(route: Route): void {
    route.#inherits = true;
    Route.invalidate(route);
  }

  /** The methods of a route, read without its proxy, which is slow. */
  static methodsOf(route: RouteLike): Record<string, boolean> {
    return #view in route && route.#view !== null && route.methods === route.#view
      ? route.#methods
      : route.methods;
  }

  /** The method that returns whether a route of the line handles an HTTP method; null if there is none. */
  static originalMethodOf(line: Line): OriginalMethod | null {
    return originalMethods.get(line) ?? null;
  }

  /** Whether changes to a route's methods are detected: `route.methods` is not replaced, and the function that reads it is not patched. */
  static isIntact(route: object, method: OriginalMethod | null): boolean {
    if (!(#view in route) || route.#escaped) return true;
    if (route.methods !== route.#view && route.methods !== route.#methods) return false;
    return method === null || (!route.#inherits && (route as any)[method.name] === method.original);
  }

  /** The methods to compile; later changes invalidate the table. Null for routes of another table and for other objects. */
  static compiledMethods(route: object, table: MethodListener): readonly string[] | '*' | null {
    if (!(#table in route) || (route.#table !== null && route.#table !== table)) return null;
    route.#table = table;
    if (!Route.isIntact(route, Route.originalMethodOf(route[kLine]))) return null;
    return methodNamesOf(Route.methodsOf(route as unknown as RouteLike));
  }

  /** Called by `router.get` and so on, which do not return the route that they create. `verbs` are the route's methods that they called. */
  static markPrivate(route: object, verbs: readonly string[]): void {
    // Agents wrap these methods, and so get a reference to the route.
    if (#escaped in route && verbs.every((verb) => originalVerbs.has((route as any)[verb])))
      route.#escaped = false;
  }

  /** Called for a route whose layer will call its `dispatch`. */
  static markDirect(route: Route): void {
    route.#isDirect = route.dispatch === originalDispatch;
  }

  /**
   * The layer that `dispatch` would run for a method, if that is the only layer and `dispatch` is not patched. Its handler does not
   * take `next`, which differs between a route and a router.
   */
  static onlyLayerOf(route: RouteLike, method: unknown): LayerLike | null {
    if (!(#isDirect in route) || !route.#isDirect || route.dispatch !== originalDispatch) return null;
    const { stack } = route;
    const layer: LayerLike | null = stack.length === 1 ? stack[0] : null;
    if (!layer || (layer.method !== undefined && layer.method !== lowerMethod(method))) return null;
    const { handle } = layer;
    if (typeof handle !== 'function') return null;
    const arity = SourcedLayer.arityOf(layer, handle);
    return arity === 1 || arity === 2 ? layer : null;
  }

  static isEscaped(route: object): boolean {
    return !(#escaped in route) || route.#escaped;
  }

  /** Adds handlers for a method, or for all of them when it is undefined. */
  static addHandlers(route: Route, method: string | undefined, given: readonly unknown[]): void {
    const { Layer, messages, flatten } = route[kLine];
    const handlers = flatten(given);
    const verb = method ?? 'all';
    if (handlers.length === 0 && messages.routeWithoutHandler !== null) {
      throw messages.routeWithoutHandler(verb, route.path);
    }
    for (const handler of handlers) {
      if (typeof handler !== 'function') throw messages.routeWithWrongHandler(verb, route.path, handler);
      const layer = new Layer('/', {}, handler as AnyHandler);
      layer.method = method;
      Route.methodsOf(route)[method ?? '_all'] = true;
      route.stack.push(layer);
    }
    if (#table in route) route.#table?.invalidate();
  }

  /**
   * Give the route a name, by which `url` finds it.
   *
   * @example app.route('/users/:id').as('user').get(show);
   */
  as(name: string): this {
    setName(this, name);
    return this;
  }

  dispatch(req: any, res: any, done: Next): void {
    const { stack } = this;
    if (stack.length === 0) {
      done();
      return;
    }
    const line = this[kLine];
    const { countsEveryStep } = line;
    const requestMethod = lowerMethod(req.method);
    const method = requestMethod === 'head' && !Route.methodsOf(this).head ? 'get' : requestMethod;
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
  }
}

const { dispatch: originalDispatch } = Route.prototype;

/** Invalidates the table when users change `route.methods`. */
class MethodsProxyHandler implements ProxyHandler<Record<string, boolean>> {
  readonly #route: Route;

  constructor(route: Route) {
    this.#route = route;
  }

  set(methods: Record<string, boolean>, name: string, value: boolean, receiver: unknown): boolean {
    // An object that inherits from the methods gets an own property.
    if (receiver !== this.#route.methods) return Reflect.set(methods, name, value, receiver);
    Route.invalidate(this.#route);
    return Reflect.set(methods, name, value);
  }

  setPrototypeOf(methods: Record<string, boolean>, prototype: object | null): boolean {
    Route.noteInheritance(this.#route);
    return Reflect.setPrototypeOf(methods, prototype);
  }

  deleteProperty(methods: Record<string, boolean>, name: string): boolean {
    Route.invalidate(this.#route);
    return Reflect.deleteProperty(methods, name);
  }

  defineProperty(methods: Record<string, boolean>, name: string, descriptor: PropertyDescriptor): boolean {
    Route.invalidate(this.#route);
    return Reflect.defineProperty(methods, name, descriptor);
  }
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
  if (methods._all) return '*';
  const names = Object.keys(methods);
  if (names.length === 1) return (SINGLE_METHOD_LISTS[names[0]!] ??= [names[0]!.toUpperCase()]);
  return names.map((method) => method.toUpperCase());
}

/** Whether a route has handlers for a method; HEAD falls back to GET. */
export function handlesMethod(route: RouteLike, method: unknown): boolean {
  const methods = Route.methodsOf(route);
  const name = lowerMethod(method) as string;
  // Most requests are GETs, and V8 reads a property with a constant name faster.
  if (name === 'get' && methods.get) return true;
  return Boolean(methods[name] || methods._all || (name === 'head' && methods.get));
}

/** The methods that a route handles, as OPTIONS lists them. */
export function listMethods(route: RouteLike): string[] {
  const methods = Route.methodsOf(route);
  const names = Object.keys(methods);
  if (methods.get && !methods.head) names.push('head');
  return names.map((name) => name.toUpperCase());
}

/** The method lists of routes with one method, shared to save memory. */
const SINGLE_METHOD_LISTS: Record<string, readonly string[]> = Object.create(null);

const originalVerbs = new WeakSet<object>();

/** Defines `get`, `post` and so on. As in Express, the functions have no name, and their `length` is `declared`. */
export function defineVerbs(prototype: any, declared: number): void {
  for (const method of METHODS.map((name) => name.toLowerCase())) {
    prototype[method] = function (this: Route, ...handlers: unknown[]): Route {
      Route.addHandlers(this, method, handlers);
      return this;
    };
    Object.defineProperty(prototype[method], 'length', { configurable: true, value: declared });
    originalVerbs.add(prototype[method]);
  }
  prototype.all = function all(this: Route, ...handlers: unknown[]): Route {
    Route.addHandlers(this, undefined, handlers);
    return this;
  };
  Object.defineProperty(prototype.all, 'length', { configurable: true, value: declared });
  originalVerbs.add(prototype.all);
}

/** Each HTTP method in lower case, so that requests do not allocate a string for it. */
const LOWER_METHODS = new Map<unknown, string>(METHODS.map((method) => [method, method.toLowerCase()]));

function lowerMethod(method: unknown): unknown {
  if (method === 'GET') return 'get';
  return LOWER_METHODS.get(method) ?? (typeof method === 'string' ? method.toLowerCase() : method);
}
