import {
  Route as BaseRoute,
  defineVerbs,
  handlesMethod,
  listMethods,
  rememberRouteMethod,
} from '../../registration/route.js';
import { kLine } from '../../symbols.js';
import type { Line } from '../line.js';
import { makeEnumerable } from './enumerable.js';

export type RouteConstructor = new (path: unknown) => BaseRoute;

/** A line's names of the methods that its routers call on a route. */
interface RouteNames {
  readonly handlesMethod: string;
  readonly listMethods: string;
}

/** Creates a line's Route class; its verbs have `declared` as their `length`. */
export function createRoute(line: Line, names: RouteNames, declared: number): RouteConstructor {
  const LineRoute = class Route extends BaseRoute {
    constructor(path: unknown) {
      super(line, path);
    }
  };
  Object.assign(LineRoute.prototype, {
    [names.handlesMethod](this: BaseRoute, method: unknown): boolean {
      return handlesMethod(this, method);
    },
    [names.listMethods](this: BaseRoute): string[] {
      return listMethods(this);
    },
  });
  Object.defineProperty(LineRoute.prototype, kLine, { value: line });
  makeEnumerable(LineRoute.prototype, ['dispatch']);
  defineVerbs(LineRoute.prototype, declared);
  rememberRouteMethod(line, LineRoute.prototype, names.handlesMethod);
  return LineRoute;
}
