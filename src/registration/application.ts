/** Members that the applications of several lines share. */
import { METHODS } from 'node:http';
import nodePath from 'node:path';
import type { NextFunction, Request, Response } from 'express-serve-static-core';
import type { App } from '../contracts/app.js';
import type { AnyHandler } from '../contracts/handler.js';
import type { RouterLike } from '../contracts/router.js';
import type { Engine, ViewConstructor } from '../contracts/view.js';
import type { Line } from '../lines/line.js';
import { setPrototypes } from '../server/messages.js';
import { kMountedApp, kPeekRouter } from '../symbols.js';
import { firstElement } from './flatten.js';
import { RouteState } from './route.js';
import { makesPrivateRoutes } from './router.js';
import { onmount, rememberGet, setDefaults } from './settings.js';
import { tableOf } from './table.js';

// Taken when loaded, as in Express: tests of applications replace them later.
const { resolve } = nodePath;

/** Sets the defaults of a new application. */
export function configure(app: App, queryParser: string, view: ViewConstructor): void {
  const env = process.env.NODE_ENV || 'development';
  setDefaults(app, env, queryParser);
  app.on('mount', onmount as (parent: unknown) => void);
  app.locals = Object.create(null);
  app.mountpath = '/';
  app.locals.settings = app.settings;
  app.set('view', view);
  app.set('views', resolve('views'));
  app.set('jsonp callback name', 'callback');
  if (env === 'production') app.enable('view cache');
}

/**
 * Register a function `(path, options, callback)` that renders files with this extension.
 *
 * @example app.engine('html', ejs.renderFile);
 */
export function engine(this: App, ext: string, fn: Engine): App {
  if (typeof fn !== 'function') throw new Error('callback function required');
  this.engines[ext[0] === '.' ? ext : `.${ext}`] = fn;
  return this;
}

/** @example blog.path(); // '/blog' once mounted there */
export function path(this: App): string {
  return this.parent ? this.parent.path() + this.mountpath : '';
}

/** Defines a member for each HTTP method, and `all`; `routeFor` creates the line's routes. */
export function defineVerbs(target: App, routeFor: (app: App, path: any) => any): void {
  const methods = METHODS.map((method) => method.toLowerCase());
  const { route: ownRoute } = target;
  const verbs = target as unknown as Record<string, unknown>;
  for (const method of methods) verbs[method] = createVerb(method, routeFor, ownRoute);
  rememberGet(target.get);
  /** @example app.all('/secret', requireUser); */
  target.all = function all(this: App, path: any, ...handlers: AnyHandler[]): App {
    const route = routeFor(this, path);
    for (const method of methods) route[method](...handlers);
    if (makesPrivate(this, ownRoute)) RouteState.markPrivate(route, methods);
    return this;
  } as unknown as App['all'];
}

/** Whether nothing but the verbs gets the routes that they create. */
function makesPrivate(app: App, ownRoute: unknown): boolean {
  const router = (app as { [kPeekRouter]?(): unknown })[kPeekRouter]?.();
  return app.route === ownRoute && makesPrivateRoutes(router as RouterLike);
}

function createVerb(method: string, routeFor: (app: App, path: any) => any, ownRoute: unknown) {
  const reads = method === 'get';
  // Anonymous on purpose, so that stack traces show the receiver and the verb, as in Express.
  return function (this: App, path: any, ...handlers: AnyHandler[]): unknown {
    // biome-ignore lint/complexity/noArguments: app.get(name) reads a setting, app.get(path, undefined) is a mistake
    if (reads && arguments.length === 1) return this.set(path);
    const route = routeFor(this, path);
    route[method](...handlers);
    if (makesPrivate(this, ownRoute)) RouteState.markPrivate(route, [method]);
    return this;
  };
}

/** Schedules compilation if there is a router. It is not created here, because it would miss settings that are set after `listen`. */
export function scheduleCompilation(app: unknown): void {
  tableOf((app as { [kPeekRouter]?(): unknown } | undefined)?.[kPeekRouter]?.())?.prepareCompiling();
}

type Handler = (...args: any[]) => unknown;

/**
 * The members of an application that call its router, which `routerOf` returns, and creates if necessary. The router is read from
 * `this` on each call, because users copy applications, inherit from them, and borrow their members.
 */
export function createRouting(routerOf: (app: App) => any, { flatten }: Line) {
  /**
   * Run middleware, routers or applications for every request below a path.
   *
   * @example app.use('/admin', authenticate, adminApp);
   */
  function use(this: App, first: unknown, ...rest: unknown[]): App {
    const pathComesFirst = typeof firstElement(first) !== 'function';
    const path = pathComesFirst ? first : '/';
    const handlers = flatten(pathComesFirst ? rest : [first, ...rest]) as Handler[];
    if (handlers.length === 0) throw new TypeError('app.use() requires a middleware function');

    const router = routerOf(this);
    for (const handler of handlers) {
      if (isApplication(handler)) mount(this, router, handler, path as string);
      else router.use(path, handler);
    }
    return this;
  }

  /** @example app.route('/book').get(show).post(create); */
  function route(this: App, path: any): unknown {
    return routerOf(this).route(path);
  }

  /** @example app.param('id', (req, res, next, id) => next()); */
  function param(this: App, name: string | string[], fn: Handler): App {
    if (Array.isArray(name)) {
      for (const one of name) this.param(one, fn as any);
    } else {
      routerOf(this).param(name, fn);
    }
    return this;
  }

  /** @example app.explain('GET', '/users/7'); app.explain('/users/7'); */
  function explain(this: App, ...request: string[]): unknown {
    return routerOf(this).explain(...request);
  }

  /** The route table, including mounted routers, in the order in which layers are tried. */
  function routes(this: App): unknown {
    return routerOf(this).routes();
  }

  /**
   * The URL of a named route, with its parameters and a query filled in.
   *
   * @example
   * app.route('/users/:id').as('user').get(show);
   * app.url('user', { id: 7 }, { tab: 'posts' }); // '/users/7?tab=posts'
   */
  function url(this: App, name: string, params?: object, query?: unknown): string {
    return routerOf(this).url(name, params, query);
  }

  return { use, route, param, explain, routes, url };
}

function isApplication(handler: any): handler is App {
  return Boolean(handler?.handle && handler.set);
}

function mount(parent: App, router: any, child: App, path: string): void {
  child.mountpath = path;
  child.parent = parent;

  function mounted_app(req: Request, res: Response, next: NextFunction): void {
    const owner = req.app as App;
    child.handle(req, res, (error) => {
      setPrototypes(owner, req, res);
      next(error);
    });
  }
  // Not enumerable, so that listings do not show it.
  Object.defineProperty(mounted_app, kMountedApp, { value: child });

  router.use(path, mounted_app);
  child.emit('mount', parent);
}
