import { defineHidden } from '../../registration/hidden.js';
import {
  as,
  createDispatch,
  defineVerbs,
  handlesMethod,
  listMethods,
  type Route,
  type RouteKind,
  RouteState,
  rememberRouteMethod,
} from '../../registration/route.js';
import type { Line } from '../line.js';

export type RouteConstructor = new (path: unknown) => Route;

/** A line's names of the methods that its routers call on a route. */
interface RouteNames {
  readonly handlesMethod: string;
  readonly listMethods: string;
}

/** Creates a line's constructor of routes; its verbs have `declared` as their `length`. */
export function createRoute(line: Line, names: RouteNames, declared: number): RouteConstructor {
  const dispatch = createDispatch(line);
  const kind: RouteKind = { line, dispatch, prototype: Object.getPrototypeOf(line.createMethods()) };

  // A function, not a class: wrappers and packages that derive from it call `Route.call(this, path)`.
  function Route(this: Route, path: unknown): void {
    this.path = path;
    this.stack = [];
    this.methods = line.createMethods();
    RouteState.init(this, kind);
  }
  Object.assign(Route.prototype, {
    // biome-ignore-start lint/complexity/useArrowFunction: they read `this`, and can be called with `new`, as in Express
    [names.handlesMethod]: function (this: Route, method: unknown): boolean {
      return handlesMethod(this, method);
    },
    [names.listMethods]: function (this: Route): string[] {
      return listMethods(this);
    },
    // biome-ignore-end lint/complexity/useArrowFunction: see above
    dispatch,
  });
  defineHidden(Route.prototype, { as });
  defineVerbs(Route.prototype, line, declared);
  rememberRouteMethod(line, Route.prototype, names.handlesMethod);
  return Route as unknown as RouteConstructor;
}
