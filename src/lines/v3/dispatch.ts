import type { AnyHandler, Next } from '../../contracts/handler.js';
import type { Key } from './path.js';
import type { Route } from './route.js';

/** What is asked of a router on the way. Both methods are public, and may have been replaced. */
interface RouteSource {
  readonly params: Record<string, AnyHandler[]>;
  matchRequest(req: any, from?: number): Route | undefined;
  _options(req: any, res: any, next: Next): void;
}

/** Runs a request through the routes of a router; `out` gets whatever they do not answer. */
export function dispatch(router: RouteSource, req: any, res: any, out: Next): void {
  visitNext({ router, params: router.params, req, res, out, depth: 0 }, 0, undefined, false);
}

interface Trip {
  readonly router: RouteSource;
  readonly params: Record<string, AnyHandler[]>;
  readonly req: any;
  readonly res: any;
  readonly out: Next;
  /** How many callbacks are running at the moment, each called by the one before. */
  depth: number;
}

/** Callbacks inside one another before the stack gets a rest; Express, which gives none, dies of some 1,200. */
const MAX_DEPTH = 250;

/** Goes to the next route that matches. `last` if nobody is left to be given an error of the search. */
function visitNext(trip: Trip, from: number, error: unknown, last: boolean): void {
  const { router, req, res, out } = trip;
  let route: Route | undefined;
  try {
    route = router.matchRequest(req, from);
    req.route = route;
    if (!route && req.method === 'OPTIONS') {
      router._options(req, res, out);
      return;
    }
  } catch (thrown) {
    if (!last) throw thrown;
    // Express searches again here, and again, until its process is killed.
    out(thrown);
    return;
  }
  if (route) {
    req.params = route.params;
    new Visit(trip, route).begin(error);
  } else {
    out(error);
  }
}

/** One request in one route: first the callbacks of its parameters, then its own. Both count by `at`. */
class Visit {
  declare readonly trip: Trip;
  declare readonly route: Route;
  declare readonly next: Next;
  declare at: number;
  declare key: Key | undefined;
  declare value: unknown;
  declare callbacks: AnyHandler[] | undefined;
  declare callbackAt: number;

  constructor(trip: Trip, route: Route) {
    this.trip = trip;
    this.route = route;
    this.next = (error?: unknown) => this.advance(error);
    this.at = 0;
    this.key = undefined;
    this.value = undefined;
    this.callbacks = undefined;
    this.callbackAt = 0;
  }

  begin(error: unknown): void {
    if (!error && !this.hasParamCallbacks()) this.advance(undefined);
    else this.nextParam(error);
  }

  private hasParamCallbacks(): boolean {
    const { keys } = this.route;
    for (let i = 0; i < keys.length; i++) if (this.trip.params[keys[i]!.name]) return true;
    return false;
  }

  private nextParam(error?: unknown): void {
    const { req, params } = this.trip;
    const key = this.route.keys[this.at++];
    this.key = key;
    this.value = key && req.params[key.name];
    this.callbacks = key && params[key.name];
    this.callbackAt = 0;
    try {
      if (isRoute(error)) {
        this.leave(undefined, false);
      } else if (error) {
        this.at = 0;
        this.advance(error);
      } else if (this.callbacks && this.value !== undefined) {
        this.nextParamCallback();
      } else if (key) {
        this.nextParam();
      } else {
        this.at = 0;
        this.advance(undefined);
      }
    } catch (thrown) {
      this.nextParam(thrown);
    }
  }

  private nextParamCallback(error?: unknown): void {
    const { req, res } = this.trip;
    const fn = this.callbacks![this.callbackAt++];
    if (error || !fn) this.nextParam(error);
    else fn(req, res, (failure?: unknown) => this.nextParamCallback(failure), this.value, this.key!.name);
  }

  /** Runs the next callback that wants the error, or the lack of one. */
  private advance(error: unknown): void {
    const { trip } = this;
    if (trip.depth > MAX_DEPTH) {
      setImmediate(this.next, error);
      return;
    }
    const { callbacks } = this.route;
    let fn = callbacks[this.at++];
    let isLast = false;
    try {
      const skips = isRoute(error);
      while (fn && !skips && !wants(fn, error)) fn = callbacks[this.at++];
      isLast = !fn && !skips;
      if (skips) this.leave(undefined, false);
      else if (fn) this.call(fn, error);
    } catch (thrown) {
      this.advance(thrown);
      return;
    }
    if (isLast) this.leave(error, true);
  }

  private call(fn: AnyHandler, error: unknown): void {
    const { trip, next } = this;
    trip.depth++;
    try {
      if (error) fn(error, trip.req, trip.res, next);
      else fn(trip.req, trip.res, next);
    } finally {
      trip.depth--;
    }
  }

  private leave(error: unknown, last: boolean): void {
    visitNext(this.trip, this.trip.req._route_index + 1, error, last);
  }
}

/** Whether an error is the word that skips a route. Compared as loosely as in Express: `['route']` is that word, too. */
function isRoute(error: unknown): boolean {
  // biome-ignore lint/suspicious/noDoubleEquals: what cannot be compared, such as an object without a prototype, throws.
  return error == 'route';
}

/** Callbacks of four arguments are for errors. */
function wants(fn: AnyHandler, error: unknown): boolean {
  return error ? !(fn.length < 4) : fn.length < 4;
}
