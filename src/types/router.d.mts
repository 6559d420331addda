import Router from './router.cjs';

export type { Instance, RouteConstructor, RouterConstructor, RouterOptions } from './router.cjs';

export default Router;
export declare const Route: Router.RouteConstructor;
