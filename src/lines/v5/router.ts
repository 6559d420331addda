import type { Next } from '../../contracts/handler.js';
import type { RouterLike, RouterOptions } from '../../contracts/router.js';
import { handle as run } from '../../dispatch/dispatch.js';
import { defineMembers, initRouter, tableFor } from '../../registration/router.js';
import { v5 } from './line.js';
import Route from './route.js';

/** A router of the 5.x line; callable with and without `new`, and itself a request handler. */
export function Router(this: unknown, options?: RouterOptions): RouterLike {
  if (!(this instanceof (Router as any))) return new (Router as any)(options);
  const router = function router(req: any, res: any, next?: Next): void {
    (router as RouterLike).handle(req, res, next);
  } as RouterLike;
  // Not `this` itself if called with `new`: with separate prototypes, all routers would have different hidden classes.
  Object.setPrototypeOf(router, new.target === undefined ? this : Object.getPrototypeOf(this));
  initRouter(router, v5, options);
  return router;
}

// Routers are functions, so what they inherit from has to be one as well.
Router.prototype = function () {} as any;

Object.assign(Router.prototype, {
  param: function param(this: RouterLike, name: string, fn: (...args: any[]) => unknown): RouterLike {
    if (!name) throw new TypeError('argument name is required');
    if (typeof name !== 'string')
      throw new TypeError(`argument name must be a string, but got ${typeof name}`);
    if (!fn) throw new TypeError(`argument fn is required: param(${JSON.stringify(name)}) got no function`);
    if (typeof fn !== 'function') {
      throw new TypeError(`argument fn must be a function: param(${JSON.stringify(name)}) got ${typeof fn}`);
    }
    (this.params[name] ??= []).push(fn);
    return this;
  },

  handle: function handle(this: RouterLike, req: any, res: any, callback?: Next): void {
    if (!callback) throw new TypeError('argument callback is required');
    run(this, tableFor(this, v5), req, res, callback);
  },
});
defineMembers(Router.prototype, v5, (path) => new Route(path));

Router.Route = Route;
