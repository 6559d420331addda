import type { App } from '../../contracts/app.js';
import type { StackLayer } from './connect.js';
import type { Locals } from './locals.js';
import type { Route } from './route.js';
import type { Router } from './router.js';

/** An application of 3.x. */
export type App3 = Omit<
  App,
  'use' | 'route' | 'routes' | 'router' | '_router' | 'locals' | 'parent' | 'del' | 'stack'
> & {
  stack: StackLayer[];
  route: string;
  parent?: App3;
  routes: Record<string, Route[]>;
  router: Router['middleware'];
  locals: Locals;
  _router: Router;
  _usedRouter?: boolean;
  use(route: any, fn?: any): App3;
  [verb: string]: any;
};
