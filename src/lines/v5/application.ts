import type http from 'node:http';
import type { Request, Response } from 'express-serve-static-core';
// Loaded immediately, as by Express: agents wait for it, and use it to match paths.
import 'path-to-regexp';
import type { App } from '../../contracts/app.js';
import type { Next } from '../../contracts/handler.js';
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
import { trackServer } from '../../server/close.js';
import { removeUnsetFields } from '../../server/message-classes.js';
import { createServer, initMessages } from '../../server/messages.js';
import { kOwnRouter, kPeekRouter, kUseRouter } from '../../symbols.js';
import { v5 } from './line.js';
import { Router } from './router.js';
import { set } from './settings.js';
import View, { render } from './view.js';

type Handler = (...args: any[]) => unknown;

const { use, route, param, explain, routes, url } = createRouting((app) => app.router, v5);

/** The members that are copied to every new application. */
const application = {} as App;

// Assigned one by one, in Express's order: each member stays a plain enumerable function that agents may replace.
application.init = init;
application.defaultConfiguration = defaultConfiguration;
application.handle = handle;
application.use = use as App['use'];
application.route = route as unknown as App['route'];
application.engine = engine as App['engine'];
application.param = param as App['param'];
application.set = set as App['set'];
application.path = path;
application.enabled = enabled;
application.disabled = disabled;
application.enable = enable as App['enable'];
application.disable = disable as App['disable'];
defineVerbs(application, (app, path) => app.route(path));
application.render = render as App['render'];
application.listen = listen as App['listen'];
defineHidden(application, { compile, explain, routes, url });

export default application;

/** Creates the routers of applications. A member of an object, because agents patch it. */
export const routing = { Router };

/** See `Parts` in src/create.ts. */
export const fieldsBeforeInit = ['_eventsCount', 'res'];

/** See `Parts` in src/create.ts. */
export function reachesInit(app: App): boolean {
  const router = (app as any)[kOwnRouter]?.();
  return app.handle === handle && (!router || router.handle === routerHandle);
}

const { handle: routerHandle } = Router.prototype;

function init(this: App): void {
  let router: App['router'] | null = null;

  this.cache = Object.create(null);
  this.engines = Object.create(null);
  // The same as `Object.create(null)`, which is a hash table in V8: settings are read several times for each request.
  this.settings = Object.setPrototypeOf({}, null);
  this.defaultConfiguration();

  // Created when first needed, with the settings at that time.
  function getrouter(this: App): App['router'] {
    router ??= new (routing.Router as any)({
      caseSensitive: this.enabled('case sensitive routing'),
      strict: this.enabled('strict routing'),
    }) as App['router'];
    return router;
  }
  function peekRouter(this: App): unknown {
    const found = Object.getOwnPropertyDescriptor(this, 'router');
    return found?.get === getrouter ? router : found?.value;
  }

  Object.defineProperty(this, kOwnRouter, { configurable: true, value: () => router });
  Object.defineProperty(this, kPeekRouter, { configurable: true, value: peekRouter });
  Object.defineProperty(this, kUseRouter, { configurable: true, value: useRouter });
  Object.defineProperty(this, 'router', { configurable: true, enumerable: true, get: getrouter });
}

function useRouter(this: App): unknown {
  return this.router;
}

function defaultConfiguration(this: App): void {
  configure(this, 'simple', View);
}

/** Handle a request; without a callback, one that no layer responds to gets the default 404 or error page. */
function handle(this: App, req: Request, res: Response, callback?: Next): void {
  const done = callback || finalHandler(this, req, res);
  initMessages(this, req, res);
  if (!res.locals) res.locals = Object.create(null);
  const router = this.router as any;
  // Users have defined their own router, which `reachesInit` does not check.
  if (router !== (this as any)[kOwnRouter]?.()) removeUnsetFields(req);
  router.handle(req, res, done);
}

/**
 * Listen as `http.Server#listen` does, in all its forms; the callback also receives the error when listening fails.
 *
 * @example app.listen(3000, (error) => { if (error) throw error; });
 */
function listen(this: App, ...args: any[]): http.Server {
  const server = createServer(this);
  const last = args.length - 1;
  if (typeof args[last] === 'function') {
    args[last] = firstCallOnly(args[last]);
    server.once('error', args[last]);
  }
  scheduleCompilation(this);
  tryFastPathsSoon();
  const listening = server.listen(...args);
  trackServer(this, server);
  return listening;
}

/** Compile the routes now rather than at the first request. */
function compile(this: App): unknown {
  return { ...(this.router as any).compile(), fastPaths: fastPaths() };
}

/** What the package `once` returns, which Express uses: users find it among the listeners of the server. */
function firstCallOnly(callback: Handler): Handler {
  const f: any = function (this: unknown, ...args: unknown[]): unknown {
    if (f.called) return f.value;
    f.called = true;
    f.value = callback.apply(this, args);
    return f.value;
  };
  f.called = false;
  for (const [name, value] of Object.entries(callback)) f[name] = value;
  return f;
}
