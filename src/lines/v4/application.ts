import depd from 'depd';
import type { Request, Response } from 'express-serve-static-core';
import type { App } from '../../contracts/app.js';
import type { AnyHandler, Next } from '../../contracts/handler.js';
import type { RouterLike } from '../../contracts/router.js';
import { finalHandler } from '../../dispatch/final.js';
import { fastPaths, tryFastPathsSoon } from '../../fast-paths.js';
import {
  configure,
  createRouting,
  defineVerbs,
  engine,
  path,
  scheduleCompilation,
} from '../../registration/application.js';
import { defineHidden } from '../../registration/hidden.js';
import { disable, disabled, enable, enabled } from '../../registration/settings.js';
import { tableOf } from '../../registration/table.js';
import { trackServer } from '../../server/close.js';
import { createServer } from '../../server/messages.js';
import { kPeekRouter, kUseRouter } from '../../symbols.js';
import { callWithUnpipe } from '../shared/unpipe.js';
import { init as initialise, queryLayer } from './init.js';
import { Layer } from './layer.js';
import { v4 } from './line.js';
import { Router } from './router.js';
import { set } from './settings.js';
import View, { render } from './view.js';

/** An application of 4.x: its router is public, and created when needed. */
type App4 = Omit<App, '_router' | 'router' | 'get' | 'del'> & {
  _router?: RouterLike;
  get(setting: string): any;
  delete(...args: unknown[]): App4;
  lazyrouter(): void;
  del(...args: unknown[]): App4;
};

const deprecate = depd('maglev');
const { use, route, param, explain, routes, url } = createRouting(routerOf, v4);

/** The members of every application of 4.x, in Express's order. */
const application = {} as App4;
Object.assign(application, {
  init,
  defaultConfiguration,
  lazyrouter,
  handle,
  use,
  route,
  engine,
  param,
  set,
});
Object.assign(application, { path, enabled, disabled, enable, disable });
defineVerbs(application as unknown as App, (app, path) => routerOf(app).route(path));
// Assigned, so that the function has no name, as in Express.
(application as any).del = function (this: App4, path: unknown, ...handlers: unknown[]): App4 {
  deprecate('app.del: Use app.delete instead');
  return application.delete.call(this, path, ...handlers);
};
Object.assign(application, { render, listen });
defineHidden(application, { compile, explain, routes, url });

export default application;

/** See `Parts` in src/create.ts. */
export const fieldsBeforeInit = [
  '_eventsCount',
  'next',
  'baseUrl',
  'originalUrl',
  '_parsedUrl',
  'params',
  'query',
  'res',
];

/** See `Parts`. Messages are initialised by the second layer of the router. */
export function reachesInit(app: App): boolean {
  const { handle: own, _router: router } = app as unknown as App4;
  const first: FirstLayers | undefined = (app as any)[kFirstLayers];
  if (own !== handle || !router) return false;
  const layers = tableOf(router)?.layers;
  return (
    first !== undefined &&
    layers !== undefined &&
    isOwnLayer(layers[0], first.query) &&
    isOwnLayer(layers[1], first.init) &&
    router.handle === routerHandle &&
    (router as any).process_params === processParams
  );
}

/** Whether a layer runs a handler, and nothing else, for every path. */
function isOwnLayer(layer: any, handler: AnyHandler): boolean {
  return layer?.handle === handler && layer.handle_request === handleRequest && layer.match === match;
}

/** The first two layers that `lazyrouter` creates. */
interface FirstLayers {
  readonly query: AnyHandler;
  readonly init: AnyHandler;
}
const kFirstLayers = Symbol('maglev.firstLayers');
const { handle: routerHandle, process_params: processParams } = Router as any;
const { handle_request: handleRequest, match } = Layer.prototype;

function init(this: App4): void {
  this.cache = {};
  this.engines = {};
  this.settings = {};
  this.defaultConfiguration();
  Object.defineProperty(this, kPeekRouter, { configurable: true, value: peekRouter });
  Object.defineProperty(this, kUseRouter, { configurable: true, value: useRouter });
}

function peekRouter(this: App4): unknown {
  return this._router;
}

function useRouter(this: App): RouterLike {
  return routerOf(this);
}

function routerOf(app: App): RouterLike {
  const owner = app as unknown as App4;
  owner.lazyrouter();
  return owner._router!;
}

function defaultConfiguration(this: App4): void {
  configure(this as unknown as App, 'extended', View);
  Object.defineProperty(this, 'router', {
    get: function get() {
      throw new Error(
        "'app.router' is deprecated!\nPlease see the 3.x to 4.x migration guide for details on how to update your app.",
      );
    },
  });
}

/** Creates the router; packages override this to put their own layers first. */
function lazyrouter(this: App4): void {
  if (this._router) return;
  this._router = Router({
    caseSensitive: this.enabled('case sensitive routing'),
    strict: this.enabled('strict routing'),
  });
  const query = queryLayer.query(this.get('query parser fn'));
  const init = initialise.init(this as unknown as App);
  this._router.use(query);
  this._router.use(init);
  Object.defineProperty(this, kFirstLayers, { configurable: true, value: { query, init } });
}

/** Handle a request; without a callback, one that no layer responds to gets the default 404 or error page. */
function handle(this: App4, req: Request, res: Response, callback?: Next): void {
  const done = callback || finalHandler(this as unknown as App, req, res, stackOf);
  if (this._router) this._router.handle(req, res, done);
  else if (callback) done();
  // The request has no prototype of maglev's, which a router would have given it.
  else callWithUnpipe(req, done);
}

/** Listen as `http.Server#listen` does, in all its forms. */
function listen(this: App4, ...args: any[]): unknown {
  const server = createServer(this as unknown as App);
  scheduleCompilation(this);
  tryFastPathsSoon();
  const listening = server.listen(...args);
  trackServer(this, server);
  return listening;
}

/** Compiles the router if there is one: creating it here would change responses, and apply its settings too early. */
function compile(this: App4): unknown {
  return { ...((this._router ?? Router()) as any).compile(), fastPaths: fastPaths() };
}

function stackOf(error: any): unknown {
  return error.stack || error.toString();
}
