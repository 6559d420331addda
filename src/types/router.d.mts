import Router from './router.cjs';

export type {
  Compiled,
  CompileFigures,
  ExplainedStep,
  Explanation,
  Instance,
  RouteConstructor,
  RouterConstructor,
  RouterOptions,
} from './router.cjs';

export default Router;
export declare const Route: Router.RouteConstructor;
