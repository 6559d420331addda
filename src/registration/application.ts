import { METHODS } from 'node:http';
import { resolve } from 'node:path';
import type { App } from '../contracts/app.js';
import type { AnyHandler } from '../contracts/handler.js';
import type { RouterLike } from '../contracts/router.js';
import type { Engine, ViewConstructor } from '../contracts/view.js';
import { kPeekRouter } from '../symbols.js';
import { Route } from './route.js';
import { makesPrivateRoutes } from './router.js';
import { inherit, rememberGet, setDefaults } from './settings.js';
import { tableOf } from './table.js';

/** Members that the applications of several lines share. */

/** Sets the defaults of a new application. */
export function configure(app: App, queryParser: string, view: ViewConstructor): void {
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

/**
 * Render files with an extension by a function of `(path, options, callback)`.
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

/** Defines a method for each HTTP method, and `all`; `routeFor` makes the line's routes. */
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
    if (makesPrivate(this, ownRoute)) Route.markPrivate(route, methods);
    return this;
  } as unknown as App['all'];
}

/** Whether nobody but the verbs gets the routes that they make. */
function makesPrivate(app: App, ownRoute: unknown): boolean {
  const router = (app as { [kPeekRouter]?(): unknown })[kPeekRouter]?.();
  return app.route === ownRoute && makesPrivateRoutes(router as RouterLike);
}

function createVerb(method: string, routeFor: (app: App, path: any) => any, ownRoute: unknown) {
  const reads = method === 'get';
  // Nameless on purpose: stack traces then show the receiver and the verb, as they do in Express.
  return function (this: App, path: any, ...handlers: AnyHandler[]): unknown {
    // biome-ignore lint/complexity/noArguments: app.get(name) reads a setting, app.get(path, undefined) is a mistake
    if (reads && arguments.length === 1) return this.set(path);
    const route = routeFor(this, path);
    route[method](...handlers);
    if (makesPrivate(this, ownRoute)) Route.markPrivate(route, [method]);
    return this;
  };
}

/**
 * Compiles the router soon if there is one: one created here would miss the settings made after `listen`.
 */
export function compileExistingRouter(app: unknown): void {
  tableOf((app as { [kPeekRouter]?(): unknown } | undefined)?.[kPeekRouter]?.())?.prepareCompiling();
}
