import { METHODS } from 'node:http';
import parseurl from 'parseurl';
import type { AnyHandler, Next } from '../../contracts/handler.js';
import { flatten } from '../../registration/flatten.js';
import { Given } from '../../registration/given.js';
import { noteSource } from '../../registration/sources.js';
import { dispatch } from './dispatch.js';
import { Route } from './route.js';
import { RouteList } from './route-list.js';

export interface RouterOptions {
  caseSensitive?: boolean;
  strict?: boolean;
}

type Customise = (name: string, fn: any) => unknown;

/** The routes of an application by verb. `map` is public: changes of it and its arrays take effect immediately. */
export interface Router {
  [verb: string]: any;
  map: Record<string, Route[]>;
  params: Record<string, AnyHandler[]>;
  _params: Customise[];
  caseSensitive: boolean | undefined;
  strict: boolean | undefined;
  middleware: (req: any, res: any, next: Next) => void;
}

export function Router(this: Router, options?: RouterOptions): void {
  this.map = {};
  this.params = {};
  this._params = [];
  this.caseSensitive = options?.caseSensitive;
  this.strict = options?.strict;
  const self = this;
  this.middleware = function router(req: any, res: any, next: Next): void {
    self._dispatch(req, res, next);
  };
  RouterState.init(this);
}

/** The lists of the arrays in `map`, by verb. */
export class RouterState extends Given {
  #lists = new Map<string, RouteList>();

  private constructor(router: Router) {
    super(router);
  }

  /** A constructor may be called again with a router that it has made. */
  static init(router: object): void {
    if (#lists in router) router.#lists = new Map();
    else new RouterState(router as Router);
  }

  /** The list of the array that a verb has in `map` now. */
  static listOf(router: Router, verb: string): RouteList | null {
    const routes = router.map[verb];
    if (!routes) return null;
    // Objects that only look like a router have no lists.
    const lists = #lists in router ? (router as RouterState).#lists : null;
    const known = lists?.get(verb);
    if (known?.holds(routes)) return known;
    const list = RouteList.of(routes);
    lists?.set(verb, list);
    return list;
  }

  static lists(router: Router): RouteList[] {
    return Object.keys(router.map).flatMap((verb) => RouterState.listOf(router, verb) ?? []);
  }

  static add(router: Router, verb: string, route: Route): void {
    const { map } = router;
    const lists = #lists in router ? (router as RouterState).#lists : null;
    if (!map[verb]) {
      const list = new RouteList();
      lists?.set(verb, list);
      map[verb] = list.view;
    }
    const list = lists?.get(verb);
    if (list?.view === map[verb]) list!.add(route);
    else map[verb]!.push(route);
  }
}

const methods = METHODS.map((method) => method.toLowerCase());

// Assigned, not defined in the class: members are enumerable, as in Express.
Object.assign(Router.prototype, {
  param(this: Router, name: string | Customise, fn: any): Router | undefined {
    if (typeof name === 'function') {
      this._params.push(name);
      return undefined;
    }
    let callback = fn;
    for (const customise of this._params) callback = customise(name, callback) || callback;
    if (typeof callback !== 'function') throw new Error(`invalid param() call for ${name}, got ${callback}`);
    (this.params[name] ??= []).push(callback);
    return this;
  },

  _dispatch(this: Router, req: any, res: any, next: Next): void {
    dispatch(this as any, req, res, next);
  },

  /** Responds to OPTIONS with the methods of a path. */
  _options(this: Router, req: any, res: any, next: Next): void {
    const allowed = this._optionsFor(parseurl(req)!.pathname).join(',');
    if (allowed) res.set('Allow', allowed).send(allowed);
    else next();
  },

  _optionsFor(this: Router, path: string): string[] {
    const found = methods.filter((method) => {
      if (method === 'options') return false;
      // HEAD has the routes of GET, unless it has its own.
      const list =
        RouterState.listOf(this, method) ?? (method === 'head' ? RouterState.listOf(this, 'get') : null);
      return list !== null && list.find(path, 0) !== -1;
    });
    return found.map((method) => method.toUpperCase()).sort();
  },

  matchRequest(this: Router, req: any, from?: number, head?: boolean): Route | undefined {
    const method = req.method.toLowerCase();
    const start = from || 0;
    if (method === 'head' && !head) {
      return this.matchRequest(req, start, true) ?? findIn(this, 'get', req, start);
    }
    return findIn(this, method, req, start);
  },

  match(this: Router, method: string, url: string, from?: number, head?: boolean): Route | undefined {
    return this.matchRequest({ method, url }, from, head);
  },

  route(this: Router, method: string, path: unknown, ...callbacks: unknown[]): Router {
    const verb = method.toLowerCase();
    const fns = flatten(callbacks) as AnyHandler[];
    if (!path) throw new Error(`Router#${verb}() requires a path`);
    for (const fn of fns) {
      if (typeof fn === 'function') continue;
      const type = Object.prototype.toString.call(fn);
      throw new Error(`.${verb}() requires callback functions but got a ${type}`);
    }
    const route: Route = new (Route as any)(verb, path, fns, {
      sensitive: this.caseSensitive,
      strict: this.strict,
    });
    noteSource(route);
    RouterState.add(this, verb, route);
    return this;
  },

  all(this: Router, path: unknown, ...callbacks: unknown[]): Router {
    for (const method of methods) this.route(method, path, ...callbacks);
    return this;
  },
});

for (const method of methods) {
  Router.prototype[method] = function (this: Router, path: unknown, ...callbacks: unknown[]): Router {
    this.route(method, path, ...callbacks);
    return this;
  };
}

// It takes any number of callbacks, but its `length` is 3, as in Express.
Object.defineProperty(Router.prototype.route, 'length', { configurable: true, value: 3 });

function findIn(router: Router, verb: string, req: any, from: number): Route | undefined {
  const list = RouterState.listOf(router, verb);
  const index = list === null ? -1 : list.find(parseurl(req)!.pathname, from);
  if (index === -1) return undefined;
  req._route_index = index;
  return list!.at(index);
}
