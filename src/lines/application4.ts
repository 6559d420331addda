import type { Request, Response } from 'express-serve-static-core';
import parseurl from 'parseurl';
import { adopt } from '../dispatch/adopt.js';
import { type Done, finalHandler } from '../dispatch/final.js';
import application5, { type App } from '../registration/application.js';
import type { Next } from '../registration/layer.js';
import type { RouterLike } from '../registration/router.js';
import { kPeekRouter, kUseRouter } from '../symbols.js';
import { Router } from './router4.js';

/** Of 5.x's application, whose `_router` has another type, only this much is needed. */
type App4 = Pick<
  App,
  'cache' | 'engines' | 'settings' | 'init' | 'handle' | 'defaultConfiguration' | 'enabled'
> & {
  _router?: RouterLike;
  get(setting: string): any;
  lazyrouter(): void;
};

/** The members of 4.x applications: those of 5.x, with the router in `_router` and the two layers it begins with. */
const application = Object.defineProperties(
  {},
  Object.getOwnPropertyDescriptors(application5),
) as unknown as App4;
application.init = init;
application.lazyrouter = lazyrouter;
application.handle = handle;

export default application;

function init(this: App4): void {
  this.cache = {};
  this.engines = {};
  this.settings = {};
  this.defaultConfiguration();
  Object.defineProperty(this, kPeekRouter, { configurable: true, value: () => this._router ?? null });
  Object.defineProperty(this, kUseRouter, {
    configurable: true,
    value: () => {
      this.lazyrouter();
      return this._router;
    },
  });
  Object.defineProperty(this, 'router', {
    get() {
      throw new Error(
        "'app.router' is deprecated!\nPlease see the 3.x to 4.x migration guide for details on how to update your app.",
      );
    },
  });
}

/** Creates the router; packages override this to put layers of their own first. */
function lazyrouter(this: App4): void {
  if (this._router) return;
  this._router = Router({
    caseSensitive: this.enabled('case sensitive routing'),
    strict: this.enabled('strict routing'),
  });
  this._router.use(queryLayer(this.get('query parser fn')));
  this._router.use(initLayer(this));
}

function handle(this: App4, req: Request, res: Response, callback?: Done): void {
  const done = callback || finalHandler(this as unknown as App, req, res);
  if (this._router) this._router.handle(req, res, done);
  else done();
}

/** Parses the query unless somebody has. */
function queryLayer(parse: ((text: string | null) => unknown) | undefined) {
  return function query(req: any, _res: unknown, next: Next): void {
    if (!req.query) req.query = parse === undefined ? {} : parse(parseurl(req)!.query as string | null);
    next();
  };
}

function initLayer(app: App4) {
  return function expressInit(req: any, res: any, next: Next): void {
    adopt(app as unknown as App, req, res);
    req.next = next;
    next();
  };
}
