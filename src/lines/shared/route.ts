import { Route as BaseRoute, defineVerbs, handlesMethod, listMethods } from '../../registration/route.js';
import { kLine } from '../../symbols.js';
import type { Line } from '../line.js';
import { showMethods } from './enumerable.js';

export type RouteConstructor = new (path: unknown) => BaseRoute;

/** A line's names for what its routers ask a route. */
interface RouteNames {
  readonly handlesMethod: string;
  readonly listMethods: string;
}

/** The handlers of one path, by method, as a line has them; its verbs declare as many arguments as the line's do. */
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
  showMethods(LineRoute.prototype, ['dispatch']);
  defineVerbs(LineRoute.prototype, declared);
  return LineRoute;
}
