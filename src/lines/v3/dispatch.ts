import type { AnyHandler, Next } from '../../contracts/handler.js';
import type { Key } from './path.js';
import type { Route } from './route.js';

/** The members of a router that dispatch uses. Its map and both methods are public, and may be replaced. */
interface RouteSource {
  readonly map: Record<string, readonly Route[]>;
  readonly params: Record<string, AnyHandler[]>;
  matchRequest(req: any, from?: number): Route | undefined;
  _options(req: any, res: any, next: Next): void;
}

/** Runs a request through the routes of a router; calls `out` if none sends a response. */
export function dispatch(router: RouteSource, req: any, res: any, out: Next): void {
  runNextRoute({ router, params: router.params, req, res, out, depth: 0, searches: 0 }, 0, undefined, false);
}

interface Frame {
  readonly router: RouteSource;
  readonly params: Record<string, AnyHandler[]>;
  readonly req: any;
  readonly res: any;
  readonly out: Next;
  /** How many callbacks are on the stack, each called by the one before. */
  depth: number;
  /** How often a search was restarted, because it threw when no callback was left to handle the error. */
  searches: number;
}

/** Nested callbacks before `setImmediate` unwinds the stack, which in Express overflows at about 1,200. */
const MAX_DEPTH = 250;

/** The maximum number of restarted searches for one request. Express has no limit, and hangs if each of them throws. */
const MAX_SEARCHES = 100;

/** Runs the next route that matches. With `last`, no callback is left that could handle an error of the search. */
function runNextRoute(frame: Frame, from: number, error: unknown, last: boolean): void {
  const { router, req, res, out } = frame;
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
    // Express searches again with this error, which only helps if the search can find something else.
    if (frame.searches++ < MAX_SEARCHES && hasMovingMatcher(router)) runNextRoute(frame, from, thrown, true);
    else out(thrown);
    return;
  }
  if (route) {
    req.params = route.params;
    new RouteFrame(frame, route).begin(error);
  } else {
    out(error);
  }
}

/** Whether a route has a RegExp that continues where its last match ended, so that its next result may differ. */
function hasMovingMatcher({ map }: RouteSource): boolean {
  return Object.values(map).some((routes) => routes?.some(({ regexp }) => regexp?.global || regexp?.sticky));
}

/** One request in one route: first the callbacks of its parameters, then its own. `at` is the index in both. */
class RouteFrame {
  declare readonly frame: Frame;
  declare readonly route: Route;
  declare readonly next: Next;
  declare at: number;
  declare key: Key | undefined;
  declare value: unknown;
  declare callbacks: AnyHandler[] | undefined;
  declare callbackAt: number;

  constructor(frame: Frame, route: Route) {
    this.frame = frame;
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
    for (let i = 0; i < keys.length; i++) if (this.frame.params[keys[i]!.name]) return true;
    return false;
  }

  private nextParam(error?: unknown): void {
    const { req, params } = this.frame;
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
    const { req, res } = this.frame;
    const fn = this.callbacks![this.callbackAt++];
    if (error || !fn) this.nextParam(error);
    else fn(req, res, (failure?: unknown) => this.nextParamCallback(failure), this.value, this.key!.name);
  }

  /** With an error, runs the next callback for errors; otherwise the next of the others. */
  private advance(error: unknown): void {
    const { frame } = this;
    if (frame.depth > MAX_DEPTH) {
      setImmediate(this.next, error);
      return;
    }
    const { callbacks } = this.route;
    let fn = callbacks[this.at++];
    let isLast = false;
    try {
      const skips = isRoute(error);
      while (fn && !skips && !handles(fn, error)) fn = callbacks[this.at++];
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
    const { frame, next } = this;
    frame.depth++;
    try {
      if (error) fn(error, frame.req, frame.res, next);
      else fn(frame.req, frame.res, next);
    } finally {
      frame.depth--;
    }
  }

  private leave(error: unknown, last: boolean): void {
    runNextRoute(this.frame, this.frame.req._route_index + 1, error, last);
  }
}

/** Whether an error is `'route'`. Compared with `==` as in Express, so that `['route']` is accepted as well. */
function isRoute(error: unknown): boolean {
  // biome-ignore lint/suspicious/noDoubleEquals: what cannot be compared, such as an object without a prototype, throws.
  return error == 'route';
}

/** Callbacks with four parameters are for errors. */
function handles(fn: AnyHandler, error: unknown): boolean {
  return error ? !(fn.length < 4) : fn.length < 4;
}
