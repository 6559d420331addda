import Router from './router.cjs';

export type {
  Compiled,
  CompileFigures,
  ExplainedStep,
  Explanation,
  Instance,
  NamedRoute,
  RouteConstructor,
  RouteQuery,
  RouterConstructor,
  RouterOptions,
  RouteValue,
} from './router.cjs';

export { Router, Router as default };
export declare const Route: Router.RouteConstructor;
