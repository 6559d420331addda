import deprecate from 'depd';
import type { Next } from '../../contracts/handler.js';
import type { LayerLike } from '../../contracts/layer.js';
import type { RouterLike, RouterOptions } from '../../contracts/router.js';
import { handle as run } from '../../dispatch/dispatch.js';
import { processParams } from '../../dispatch/params.js';
import { defineMembers, initRouter, tableFor } from '../../registration/router.js';
import { callbackOf } from '../shared/callback.js';
import { paramsMethod, v4 } from './line.js';
import Route from './route.js';

const warn = deprecate('maglev');

interface Router4 extends RouterLike {
  _params: ((name: string, fn: unknown) => unknown)[];
}

/** A router of the 4.x line; routers inherit from this function, which has their members. */
export function Router(options?: RouterOptions): RouterLike {
  const router = function router(req: any, res: any, next?: Next): void {
    (router as unknown as RouterLike).handle(req, res, next);
  } as unknown as Router4;
  Object.setPrototypeOf(router, Router);
  // In Express's order, which `Object.keys` shows.
  router.params = {};
  router._params = [];
  initRouter(router, v4, options);
  return router;
}

// As in Express, where it is anonymous.
Object.defineProperty(Router, 'name', { configurable: true, value: '' });

Object.assign(Router, {
  param: function param(this: Router4, name: any, fn: any): Router4 | undefined {
    if (typeof name === 'function') {
      warn('router.param(fn): Refactor to use path params');
      this._params.push(name);
      return undefined;
    }
    let key: string = name;
    if (key[0] === ':') {
      key = key.slice(1);
      warn(`router.param(${JSON.stringify(name)}, fn): Use router.param(${JSON.stringify(key)}, fn) instead`);
    }
    let callback = fn;
    for (const customise of this._params) callback = customise(key, callback) || callback;
    if (typeof callback !== 'function') throw new Error(`invalid param() call for ${key}, got ${callback}`);
    (this.params[key] ??= []).push(callback);
    return this;
  },

  handle: function handle(this: RouterLike, req: any, res: any, out: Next): void {
    run(this, tableFor(this, v4), req, res, callbackOf(out));
  },

  process_params: function process_params(
    this: RouterLike,
    layer: LayerLike,
    called: Record<string, any>,
    req: any,
    res: any,
    done: Next,
  ): void {
    processParams(v4, this.params, v4.keysOf(layer), called, req, res, done);
  },
});
defineMembers(Router, v4, (path) => new Route(path));
paramsMethod.original = (Router as any).process_params;
