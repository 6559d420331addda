import type { NextFunction, Request, Response } from 'express-serve-static-core';
import type { App } from '../contracts/app.js';
import type { Line } from '../lines/line.js';
import { setPrototypes } from '../server/messages.js';
import { kMountedApp } from '../symbols.js';
import { firstElement } from './flatten.js';

type Handler = (...args: any[]) => unknown;

/**
 * The members of an application that call its router, which `routerOf` returns and creates if need be. It is read from
 * `this` at each call: people copy applications, derive from them, and borrow their members.
 */
export function createRouting(routerOf: (app: App) => any, { flatten }: Line) {
  /**
   * Run middleware, routers or whole applications for every request below a path.
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

  /** The route table, mounted routers included, in the order in which layers are tried. */
  function routes(this: App): unknown {
    return routerOf(this).routes();
  }

  /**
   * The address of a named route, with its parameters and a query filled in.
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
