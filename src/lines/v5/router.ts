import type { Next } from '../../contracts/handler.js';
import type { RouterLike, RouterOptions } from '../../contracts/router.js';
import { handle as run } from '../../dispatch/dispatch.js';
import { defineMembers, initRouter, tableFor } from '../../registration/router.js';
import { callbackOf } from '../shared/callback.js';
import { v5 } from './line.js';
import Route from './route.js';

/** A router of the 5.x line; callable with and without `new`, and itself a request handler. */
export function Router(this: unknown, options?: RouterOptions): RouterLike {
  if (!(this instanceof (Router as any))) return new (Router as any)(options);
  const router = function router(req: any, res: any, next?: Next): void {
    (router as RouterLike).handle(req, res, next);
  } as RouterLike;
  Object.setPrototypeOf(router, prototypeFor(this as object, new.target));
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
    run(this, tableFor(this, v5), req, res, callbackOf(callback));
  },
});
defineMembers(Router.prototype, v5, (path) => new Route(path));

/** Inherits from `Router.prototype` and has nothing of its own. */
const emptyRouter: object = Object.create(Router.prototype);

/**
 * What a new router inherits from. In Express that is `this`, an empty object of its own. Ordinary routers share one here: with a
 * prototype each, all routers would have different hidden classes.
 */
function prototypeFor(made: object, target: unknown): object {
  const isOrdinary = target === Router && Object.getPrototypeOf(made) === Object.getPrototypeOf(emptyRouter);
  return isOrdinary ? emptyRouter : made;
}

Router.Route = Route;
