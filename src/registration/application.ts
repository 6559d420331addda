import http from 'node:http';
import { resolve } from 'node:path';
import type { Express, Request, Response } from 'express-serve-static-core';
import { adopt, createServer } from '../dispatch/adopt.js';
import { type Done, finalHandler } from '../dispatch/final.js';
import { v5 } from '../lines/v5.js';
import Router from '../router.js';
import { kPeekRouter, kUseRouter } from '../symbols.js';
import View, { type Engine, render } from '../view.js';
import { track } from './close.js';
import { Route } from './route.js';
import { createRouting } from './routing.js';
import { createSet, disable, disabled, enable, enabled, inherit, line5, setDefaults } from './settings.js';
import { tableOf } from './table.js';

/** An application as its own members see it: Express's public type plus what is undocumented but relied upon. */
export interface App extends Express {
  cache: Record<string, InstanceType<typeof View>>;
  engines: Record<string, Engine>;
  parent?: App;
  set: { (setting: string): any; (setting: string, value: any): App };
  handle(req: Request, res: Response, callback?: Done): void;
  compile(): unknown;
  explain(method: string, path: string): unknown;
  url(name: string, params?: object, query?: unknown): string;
}

type Handler = (...args: any[]) => unknown;

const { use, route, param, explain, routes, url } = createRouting((app) => app.router, v5);

/** The members every application carries as its own; change it to change the applications made afterwards. */
const application = {} as App;

// Assigned one by one, in Express's order: each member stays a plain enumerable function that agents may replace.
application.init = init;
application.defaultConfiguration = defaultConfiguration;
application.handle = handle;
application.use = use as App['use'];
application.route = route as unknown as App['route'];
application.engine = engine as App['engine'];
application.param = param as App['param'];
application.set = createSet(line5) as App['set'];
application.path = path;
application.enabled = enabled;
application.disabled = disabled;
application.enable = enable as App['enable'];
application.disable = disable as App['disable'];
defineVerbs(application, (app, path) => app.route(path));
application.render = render as App['render'];
application.listen = listen as App['listen'];
application.compile = compile;
application.explain = explain;
application.routes = routes;
// Not listed: it is none of Express's members.
Object.defineProperty(application, 'url', { configurable: true, writable: true, value: url });

export default application;

function init(this: App): void {
  let router: App['router'] | null = null;

  this.cache = Object.create(null);
  this.engines = Object.create(null);
  this.settings = Object.create(null);
  this.defaultConfiguration();

  // The router reads its two options when it is first needed, so that settings made until then count.
  function getrouter(this: App): App['router'] {
    router ??= new (Router as any)({
      caseSensitive: this.enabled('case sensitive routing'),
      strict: this.enabled('strict routing'),
    }) as App['router'];
    return router;
  }
  function peekRouter(this: App): unknown {
    const found = Object.getOwnPropertyDescriptor(this, 'router');
    return found?.get === getrouter ? router : found?.value;
  }

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

/** Gives a fresh application what it starts with. */
export function configure(app: App, queryParser: string, view: typeof View): void {
  const env = process.env.NODE_ENV || 'development';
  setDefaults(app, env, queryParser);
  app.on('mount', inherit as (parent: unknown) => void);
  app.locals = Object.create(null);
  app.mountpath = '/';
  app.locals.settings = app.settings;
  app.set('view', view);
  app.set('views', resolve('views'));
  app.set('jsonp callback name', 'callback');
  if (env === 'production') app.enable('view cache');
}

/** Answer a request; without a callback an unanswered one gets the default 404 or error page. */
function handle(this: App, req: Request, res: Response, callback?: Done): void {
  const done = callback || finalHandler(this, req, res);
  adopt(this, req, res);
  (this.router as any).handle(req, res, done);
}

/**
 * Render files with an extension by a function of `(path, options, callback)`.
 *
 * @example app.engine('html', ejs.renderFile);
 */
function engine(this: App, ext: string, fn: Engine): App {
  if (typeof fn !== 'function') throw new Error('callback function required');
  this.engines[ext[0] === '.' ? ext : `.${ext}`] = fn;
  return this;
}

/** @example blog.path(); // '/blog' once mounted there */
function path(this: App): string {
  return this.parent ? this.parent.path() + this.mountpath : '';
}

/** Gives an application a method for each of HTTP's, and `all`; the line says how it makes routes. */
export function defineVerbs(target: App, routeFor: (app: App, path: any) => any): void {
  const methods = http.METHODS.map((method) => method.toLowerCase());
  for (const method of methods) Object.assign(target, { [method]: verb(method, routeFor) });
  /** @example app.all('/secret', requireUser); */
  target.all = function all(this: App, path: any, ...handlers: Handler[]): App {
    const route = routeFor(this, path);
    for (const method of methods) route[method](...handlers);
    Route.keep(route);
    return this;
  } as unknown as App['all'];
}

function verb(method: string, routeFor: (app: App, path: any) => any) {
  const reads = method === 'get';
  // Nameless on purpose: stack traces then show the receiver and the verb, as they do in Express.
  return function (this: App, path: any, ...handlers: Handler[]): unknown {
    // biome-ignore lint/complexity/noArguments: app.get(name) reads a setting, app.get(path, undefined) is a mistake
    if (reads && arguments.length === 1) return this.set(path);
    const route = routeFor(this, path);
    route[method](...handlers);
    Route.keep(route);
    return this;
  };
}

/**
 * Listen as `http.Server#listen` does, in all its forms; the callback also receives the error when listening fails.
 *
 * @example app.listen(3000, (error) => { if (error) throw error; });
 */
function listen(this: App, ...args: any[]): http.Server {
  const server = track(this, createServer(this));
  const last = args.length - 1;
  if (typeof args[last] === 'function') {
    args[last] = firstCallOnly(args[last]);
    server.once('error', args[last]);
  }
  compileReady(this);
  return server.listen(...args);
}

/** Compiles the routes that there are, as far as that takes no time: a router made here would not know later settings. */
export function compileReady(app: unknown): void {
  tableOf((app as { [kPeekRouter]?(): unknown } | undefined)?.[kPeekRouter]?.())?.prepare();
}

/** Compile the routes now rather than at the first request. */
function compile(this: App): unknown {
  return (this.router as any).compile();
}

function firstCallOnly(callback: Handler): Handler {
  let called = false;
  let value: unknown;
  return function (this: unknown, ...args) {
    if (called) return value;
    called = true;
    value = callback.apply(this, args);
    return value;
  };
}
