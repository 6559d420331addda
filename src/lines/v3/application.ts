import { METHODS } from 'node:http';
import depd from 'depd';
import type { Request, Response } from 'express-serve-static-core';
import type { Figures } from '../../../compiler/program.js';
import type { App } from '../../contracts/app.js';
import type { FastPath } from '../../contracts/fast-path.js';
import type { AnyHandler, Next } from '../../contracts/handler.js';
import { fastPaths, tryFastPathsSoon } from '../../fast-paths.js';
import { engine } from '../../registration/application.js';
import { defineHidden } from '../../registration/hidden.js';
import {
  disable,
  disabled,
  enable,
  enabled,
  onmount,
  rememberGet,
  setDefaults,
} from '../../registration/settings.js';
import { trackServer } from '../../server/close.js';
import { createServer, setPrototypes } from '../../server/messages.js';
import { kMountedApp } from '../../symbols.js';
import type { App3 } from './app.js';
import { appendLayer, handle } from './connect.js';
import connectResponse from './connect-response.js';
import { explain } from './explain.js';
import { init as initialise } from './init.js';
import { createLocals } from './locals.js';
import query from './query.js';
import { Router, RouterState } from './router.js';
import { set } from './settings.js';
import View, { render } from './view.js';

const deprecate = depd('maglev');
const methods = METHODS.map((method) => method.toLowerCase());

/** The members that connect gave applications; Express then replaced `use` and `listen`. */
export const connect = { use, handle, listen };

/** The members of every application of 3.x, in Express's order. */
const application = {} as App3;
Object.assign(application, { init, defaultConfiguration, use, engine, param, set, path });
Object.assign(application, { enabled, disabled, enable, disable, configure });
for (const method of methods) application[method] = createVerb(method);
rememberGet(application.get);
Object.assign(application, { all, del, render, listen });
/** Members that Express 3 does not have. */
export const additions = { compile, explain };
defineHidden(application, additions);

export default application;

/** See `Parts` in src/create.ts. */
export const fieldsBeforeInit = ['_eventsCount', 'originalUrl', '_parsedUrl', 'query', 'next', 'res'];

/** See `Parts` in src/create.ts. */
export const methodsBeforeInit = { on: connectResponse.on };

/** See `Parts`. Messages are initialised by the second layer of the stack. */
export function reachesInit(app: App): boolean {
  const { handle: own, stack } = app as unknown as App3;
  const first = firstLayers.get(app);
  return (
    own === handle &&
    first !== undefined &&
    stack[0]?.handle === first.query &&
    stack[1]?.handle === first.init
  );
}

/** The first two layers that `defaultConfiguration` creates. */
const firstLayers = new WeakMap<object, { query: AnyHandler; init: AnyHandler }>();

function init(this: App3): void {
  this.cache = {};
  this.settings = {};
  this.engines = {};
  this.defaultConfiguration();
}

function defaultConfiguration(this: App3): void {
  const env = process.env.NODE_ENV || 'development';
  setDefaults(this as unknown as App, env, null);
  const layers = { query: query(), init: initialise.init(this as unknown as App) };
  this.use(layers.query);
  this.use(layers.init);
  firstLayers.set(this, layers);
  this.on('mount', onmount as (parent: unknown) => void);

  this._router = new (Router as any)(this);
  this.routes = this._router.map;
  // As in Express, reading `app.router` means that the application adds it to the stack itself.
  Object.defineProperty(this, 'router', {
    configurable: true,
    enumerable: true,
    get(this: App3) {
      this._usedRouter = true;
      this._router.caseSensitive = this.enabled('case sensitive routing');
      this._router.strict = this.enabled('strict routing');
      return this._router.middleware;
    },
  });

  this.locals = createLocals();
  this.locals.settings = this.settings;
  this.set('view', View);
  this.set('views', `${process.cwd()}/views`);
  this.set('jsonp callback name', 'callback');
  if (env === 'development') this.set('json spaces', 2);
  if (env === 'production') this.enable('view cache');
}

/**
 * Run middleware or an application for every request below a path.
 *
 * @example app.use('/admin', adminApp);
 */
function use(this: App3, first: any, second?: any): App3 {
  const hasPath = typeof first === 'string';
  const path: string = hasPath ? first : '/';
  const handler = hasPath ? second : first;
  if (!handler.handle || !handler.set) {
    appendLayer(this, path, handler);
    return this;
  }
  handler.route = path;
  appendLayer(this, path, createMount(handler));
  handler.parent = this;
  handler.emit('mount', this);
  return this;
}

function createMount(child: App3): AnyHandler {
  // Has the name that Express gives it, because some code reads the names of functions.
  const fn = (req: Request, res: Response, next: Next): void => {
    const owner = req.app as unknown as App;
    child.handle(req, res, (error) => {
      setPrototypes(owner, req, res);
      next(error);
    });
  };
  return Object.defineProperty(fn, kMountedApp, { value: child });
}

/** @example app.param('id', (req, res, next, id) => next()); */
function param(this: App3, name: any, _fn: unknown): App3 {
  // biome-ignore lint/complexity/noArguments: there may be more functions than are declared
  const fns = Array.from(arguments).slice(1);
  if (Array.isArray(name)) {
    for (const one of name) for (const fn of fns) this.param(one, fn as any);
  } else if (typeof name === 'function') {
    this._router.param(name);
  } else {
    const key = name[0] === ':' ? name.slice(1) : name;
    for (const fn of fns) this._router.param(key, fn);
  }
  return this;
}

/** @example blog.path(); // '/blog' once mounted there */
function path(this: App3): string {
  return this.parent ? this.parent.path() + this.route : '';
}

/** Calls the last argument if the environment is one of those before it, or if these are none or 'all'. */
function configure(this: App3, _env: unknown, _fn?: () => void): App3 {
  deprecate("app.configure: Check app.get('env') in an if statement");
  // biome-ignore lint/complexity/noArguments: there may be more environments than are declared, or none
  const args = Array.from(arguments);
  const fn = args.pop();
  if (args.length === 0 || String(args) === 'all' || args.includes(this.settings.env)) fn.call(this);
  return this;
}

function createVerb(method: string) {
  const reads = method === 'get';
  // Nameless on purpose: stack traces then show the receiver and the verb, as they do in Express.
  return function (this: App3, path: any, ...callbacks: unknown[]): unknown {
    // biome-ignore lint/complexity/noArguments: app.get(name) reads a setting, app.get(path, undefined) is a mistake
    if (reads && arguments.length === 1) return this.set(path);
    // The first route adds the router to the stack, unless the application has.
    if (!this._usedRouter) this.use(this.router);
    this._router[method](path, ...callbacks);
    return this;
  };
}

/** @example app.all('/secret', requireUser); */
function all(this: App3, path: unknown, ...callbacks: unknown[]): App3 {
  for (const method of methods) application[method].call(this, path, ...callbacks);
  return this;
}

function del(this: App3, path: any, ...callbacks: any[]): App3 {
  deprecate('app.del: Use app.delete instead');
  return (application.delete as any).call(this, path, ...callbacks);
}

/** Listen as `http.Server#listen` does, in all its forms. */
function listen(this: App3, ...args: any[]): unknown {
  const server = createServer(this as unknown as App);
  prepareAll(this);
  tryFastPathsSoon();
  const listening = server.listen(...args);
  trackServer(this, server);
  return listening;
}

/** `listen` may be called on an object that is not an application. */
function prepareAll(app: Partial<App3> | undefined): void {
  const apps = [app];
  for (const one of apps) {
    if (one?._router instanceof Router) {
      for (const { table } of RouterState.lists(one._router)) table.prepareCompiling();
    }
    for (const { handle } of one?.stack ?? []) {
      const mounted = (handle as any)?.[kMountedApp];
      if (mounted && !apps.includes(mounted)) apps.push(mounted);
    }
  }
}

/** Compile the routes now rather than at the first requests; those of mounted applications as well. */
function compile(this: App3): Figures & { readonly fastPaths: FastPath[] } {
  return { ...compileAll(this), fastPaths: fastPaths() };
}

function compileAll(app: Partial<App3>): Figures {
  const figures = { layers: 0, leaves: 0, regexpOnly: 0, scanned: 0, milliseconds: 0 };
  const add = (part: Figures): void => {
    for (const name of Object.keys(figures) as (keyof Figures)[]) figures[name] += part[name];
  };
  const apps = [app];
  for (const { _router, stack } of apps) {
    if (_router instanceof Router) for (const list of RouterState.lists(_router)) add(list.compile());
    for (const { handle } of stack ?? []) {
      const mounted = (handle as any)?.[kMountedApp];
      if (mounted && !apps.includes(mounted)) apps.push(mounted);
    }
  }
  return figures;
}
