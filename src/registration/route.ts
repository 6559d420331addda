import { METHODS } from 'node:http';
import type { AnyHandler, Next } from '../contracts/handler.js';
import type { LayerLike } from '../contracts/layer.js';
import type { RouteLike } from '../contracts/route.js';
import { isOfOtherLine, runLayer } from '../dispatch/call.js';
import { tracing } from '../dispatch/trace.js';
import type { Line } from '../lines/line.js';
import { kLine } from '../symbols.js';
import { setName } from './names.js';

/** What has to know when a route gets handlers for another method. */
interface MethodListener {
  change(): void;
}

/** Handlers called from one another before the stack gets a rest. */
export const MAX_SYNC = 100;

/** The handlers of one path, by method. Each line derives its own, with its own names for what is public. */
export class Route implements RouteLike {
  declare path: unknown;
  declare stack: LayerLike[];
  declare methods: Record<string, boolean>;
  /** The line, which is on the prototype: copies of a route have it as well. */
  declare protected readonly [kLine]: Line;
  /** The table whose program knows this route's methods. */
  #table: MethodListener | null = null;
  /** Somebody has it in hand, and may write on its public methods. */
  #handedOut = true;
  /** The methods themselves, and what users see of them once they have the route: whatever they do to it is noticed. */
  readonly #methods: Record<string, boolean>;
  #view: Record<string, boolean> | null = null;

  constructor(line: Line, path: unknown) {
    this.path = path;
    this.stack = [];
    this.#methods = line.createMethods();
    this.methods = this.#methods;
  }

  /** Called before somebody gets a route that the verbs of a router have kept: as `req.route`, or with its layer. */
  static expose(route: object): void {
    if (!(#view in route) || route.#view !== null || route.methods !== route.#methods) return;
    route.#view = new Proxy(route.#methods, new MethodsWatch(route));
    route.methods = route.#view;
  }

  /** The methods of a route, past the view of them that users see, which is slow to read. */
  static methodsOf(route: RouteLike): Record<string, boolean> {
    return #view in route && route.#view !== null && route.methods === route.#view
      ? route.#methods
      : route.methods;
  }

  /** Tells the table that the methods of a route are not what they were. */
  static noteChange(route: Route): void {
    route.#table?.change();
  }

  /** How a line's routes say which methods they have, and how they did in the beginning; null if the line has none. */
  static sealOf(line: Line): Seal | null {
    return seals.get(line) ?? null;
  }

  /** The methods as a program may rely on them: a later change is told to the table. Null for other objects. */
  static compiledMethods(route: object, table: MethodListener): readonly string[] | '*' | null {
    if (!(#table in route) || (route.#table !== null && route.#table !== table)) return null;
    route.#table = table;
    return namesOf(Route.methodsOf(route as unknown as RouteLike));
  }

  /** Called by the verbs of a router, which make a route and keep it to themselves. */
  static keep(route: object): void {
    if (#handedOut in route) route.#handedOut = false;
  }

  static isHandedOut(route: object): boolean {
    return !(#handedOut in route) || route.#handedOut;
  }

  /** Adds handlers for a method, or for all of them when it is undefined. */
  static add(route: Route, method: string | undefined, given: readonly unknown[]): void {
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
    if (#table in route) route.#table?.change();
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
    const asked = lower(req.method);
    const method = asked === 'head' && !Route.methodsOf(this).head ? 'get' : asked;
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
          // As `runLayer` does, without its frame on the stack.
          layer.handleRequest(req, res, next);
        } else {
          (layer as any)[line.requestMethod](req, res, next);
        }
        sync = 0;
        return;
      }
      // A handler that is added behind the end is then out of reach for whoever has come to the end before.
      if (countsEveryStep) index++;
      done(error);
    }
  }
}

/** Tells of whatever is done to the methods of a route by hand. */
class MethodsWatch implements ProxyHandler<Record<string, boolean>> {
  readonly #route: Route;

  constructor(route: Route) {
    this.#route = route;
  }

  set(methods: Record<string, boolean>, name: string, value: boolean): boolean {
    Route.noteChange(this.#route);
    return Reflect.set(methods, name, value);
  }

  deleteProperty(methods: Record<string, boolean>, name: string): boolean {
    Route.noteChange(this.#route);
    return Reflect.deleteProperty(methods, name);
  }

  defineProperty(methods: Record<string, boolean>, name: string, descriptor: PropertyDescriptor): boolean {
    Route.noteChange(this.#route);
    return Reflect.defineProperty(methods, name, descriptor);
  }
}

export interface Seal {
  readonly prototype: any;
  readonly name: string;
  readonly original: unknown;
}

const seals = new WeakMap<Line, Seal>();

/** Declares a line's routes finished: from here on a replaced answer to the question which methods they have is noticed. */
export function sealRoute(line: Line, prototype: any, name: string): void {
  seals.set(line, { prototype, name, original: prototype[name] });
}

function namesOf(methods: Record<string, boolean>): readonly string[] | '*' {
  if (methods._all) return '*';
  const names = Object.keys(methods);
  if (names.length === 1) return (SINGLE[names[0]!] ??= [names[0]!.toUpperCase()]);
  return names.map((method) => method.toUpperCase());
}

/** Whether a route has handlers for a method; HEAD falls to GET. */
export function handlesMethod(route: RouteLike, method: unknown): boolean {
  const methods = Route.methodsOf(route);
  const name = lower(method) as string;
  // Most requests are GETs, and a constant name is looked up sooner.
  if (name === 'get' && methods.get) return true;
  return Boolean(methods[name] || methods._all || (name === 'head' && methods.get));
}

/** The methods a route answers, as OPTIONS lists them. */
export function listMethods(route: RouteLike): string[] {
  const methods = Route.methodsOf(route);
  const names = Object.keys(methods);
  if (methods.get && !methods.head) names.push('head');
  return names.map((name) => name.toUpperCase());
}

/** The lists of routes with one method, shared by all of them. */
const SINGLE: Record<string, readonly string[]> = Object.create(null);

/** Gives a line's route its verbs: nameless, and with as many declared arguments as the line's have. */
export function defineVerbs(prototype: any, declared: number): void {
  for (const method of METHODS.map((name) => name.toLowerCase())) {
    prototype[method] = function (this: Route, ...handlers: unknown[]): Route {
      Route.add(this, method, handlers);
      return this;
    };
    Object.defineProperty(prototype[method], 'length', { configurable: true, value: declared });
  }
  prototype.all = function all(this: Route, ...handlers: unknown[]): Route {
    Route.add(this, undefined, handlers);
    return this;
  };
  Object.defineProperty(prototype.all, 'length', { configurable: true, value: declared });
}

/** Methods as they come off the wire, in lower case, without making a string for each request. */
const LOWER = new Map<unknown, string>(METHODS.map((method) => [method, method.toLowerCase()]));

function lower(method: unknown): unknown {
  if (method === 'GET') return 'get';
  return LOWER.get(method) ?? (typeof method === 'string' ? method.toLowerCase() : method);
}
