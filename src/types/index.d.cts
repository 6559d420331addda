/// <reference path="./core-types.d.cts" />
import type { Stats } from 'node:fs';
import type * as core from 'express-serve-static-core';

import type closable = require('./closable.cjs');
import type http2 = require('./http2.cjs');
import type parsers = require('./parsers.cjs');
import type RouterModule = require('./router.cjs');
import type trace = require('./trace.cjs');

/**
 * Make an application.
 *
 * @example
 * const app = maglev();
 * app.get('/', (req, res) => res.send('hello'));
 * app.listen(3000);
 */
declare function maglev(): maglev.Express;

// The interfaces extend those of express-serve-static-core and add as little as possible, so that augmentations of that
// module or of the global namespace Express (sessions, authentication, uploads) apply here as well.
declare namespace maglev {
  /**
   * Reads JSON bodies into `req.body`.
   *
   * @example app.use(maglev.json({ limit: '1mb' }));
   */
  export const json: typeof parsers.json;
  /**
   * Reads bodies into `req.body`, as a `Buffer`.
   *
   * @example app.post('/images', maglev.raw({ type: 'image/*' }), save);
   */
  export const raw: typeof parsers.raw;
  /**
   * Reads bodies into `req.body`, as a string.
   *
   * @example app.post('/notes', maglev.text(), save);
   */
  export const text: typeof parsers.text;
  /**
   * Reads bodies of forms into `req.body`.
   *
   * @example app.use(maglev.urlencoded({ extended: true }));
   */
  export const urlencoded: typeof parsers.urlencoded;

  // A function, and not a constant, so that packages can add an overload (@types/express-ws does).
  /**
   * Creates a router, which is mounted with `app.use`.
   *
   * @example
   * const users = maglev.Router();
   * users.get('/:id', show);
   * app.use('/users', users);
   */
  export function Router(options?: RouterOptions): RouterModule.Instance;
  export namespace Router {
    /**
     * The members of every router; extend it to add a member to all.
     *
     * @example maglev.Router.prototype.hello = function () { return this.get('/hello', hello); };
     */
    const prototype: RouterModule.Instance;
    /**
     * The class of routes, which `app.route` and `router.route` create.
     *
     * @example app.route('/users') instanceof maglev.Route; // true
     */
    const Route: RouterModule.RouteConstructor;
  }
  /**
   * The class of routes, which `app.route` and `router.route` create.
   *
   * @example app.route('/users') instanceof maglev.Route; // true
   */
  export const Route: RouterModule.RouteConstructor;

  /**
   * The members of every application; extend it to add a member to all.
   *
   * @example maglev.application.version = '1.0';
   */
  export const application: Application;
  /**
   * The prototype of every request; extend it to add a member to all.
   *
   * @example maglev.request.isAdmin = function () { return this.get('x-role') === 'admin'; };
   */
  export const request: Request;
  /**
   * The prototype of every response; extend it to add a member to all.
   *
   * @example maglev.response.ok = function (body) { return this.status(200).json(body); };
   */
  export const response: Response;

  /**
   * Serve the files of a folder.
   *
   * @example app.use(maglev.static('public', { maxAge: '1d' }));
   */
  function serveStatic(root: string, options?: StaticOptions): Handler;

  export { serveStatic as static };

  export interface StaticOptions
    extends Pick<
      core.SendFileOptions,
      | 'acceptRanges'
      | 'cacheControl'
      | 'dotfiles'
      | 'etag'
      | 'extensions'
      | 'immutable'
      | 'index'
      | 'lastModified'
      | 'maxAge'
    > {
    /** Pass requests without a matching file to the next handler (the default) or end them with an error. */
    fallthrough?: boolean | undefined;
    /** Redirect from the path of a folder to the path with a trailing slash; true by default. */
    redirect?: boolean | undefined;
    /** Called before the headers of a file are sent. */
    setHeaders?: ((res: Response, path: string, stat: Stats) => void) | undefined;
  }

  export type CompileFigures = RouterModule.CompileFigures;
  export type ApplicationFigures = RouterModule.ApplicationFigures;
  export type FastPath = RouterModule.FastPath;
  export type ExplainedStep = RouterModule.ExplainedStep;
  export type Explanation = RouterModule.Explanation;
  export type ListedLayer = RouterModule.ListedLayer;
  export type Compiled = RouterModule.Compiled;
  export type Closable = closable.Closable;
  export type LayerTrace = trace.LayerTrace;
  export type CloseOptions = closable.CloseOptions;

  // `req.app` is an Application of the core types: it has to fit here, so only Express can promise more.
  export interface Application<Locals extends Record<string, any> = Record<string, any>>
    extends core.Application<Locals> {}
  // First, because TypeScript infers the type of an application from its last call signature.
  export interface Express extends http2.Http2Listener, core.Express, Compiled, Closable {
    /**
     * Compiles all routes now, which `listen` starts in the background, and tries out the fast paths.
     *
     * @example const { layers, leaves, milliseconds } = app.compile();
     */
    compile(): ApplicationFigures;
    // The core types have a member of this name left from 3.x, without a useful type.
    /**
     * The route table, including mounted routers, in the order in which layers are tried.
     *
     * @example for (const { methods, path } of app.routes()) console.log(methods.join(), path);
     */
    routes(): RouterModule.ListedLayer[];
    /**
     * Creates a route, to which handlers are added by method.
     *
     * @example app.route('/users/:id').get(show).delete(remove).as('user');
     */
    route<Path extends RouterModule.RoutePath>(path: Path): RouterModule.NamedRoute<Path>;
    route(path: core.PathParams): RouterModule.NamedRoute;
  }

  export interface Request<
    P = core.ParamsDictionary,
    ResBody = any,
    ReqBody = any,
    ReqQuery = core.Query,
    Locals extends Record<string, any> = Record<string, any>,
  > extends core.Request<P, ResBody, ReqBody, ReqQuery, Locals> {}
  export interface Response<ResBody = any, Locals extends Record<string, any> = Record<string, any>>
    extends core.Response<ResBody, Locals> {}
  export interface RequestHandler<
    P = core.ParamsDictionary,
    ResBody = any,
    ReqBody = any,
    ReqQuery = core.Query,
    Locals extends Record<string, any> = Record<string, any>,
  > extends core.RequestHandler<P, ResBody, ReqBody, ReqQuery, Locals> {}
  export type ErrorRequestHandler<
    P = core.ParamsDictionary,
    ResBody = any,
    ReqBody = any,
    ReqQuery = core.Query,
    Locals extends Record<string, any> = Record<string, any>,
  > = core.ErrorRequestHandler<P, ResBody, ReqBody, ReqQuery, Locals>;

  export interface NextFunction extends core.NextFunction {}
  export interface Handler extends core.Handler {}
  export type RequestParamHandler = core.RequestParamHandler;
  export type PathParams = core.PathParams;
  export type Errback = core.Errback;
  export type Locals = core.Locals;
  export type Send = core.Send;
  export interface CookieOptions extends core.CookieOptions {}
  export interface MediaType extends core.MediaType {}
  export interface SendFileOptions extends core.SendFileOptions {}
  export interface DownloadOptions extends core.DownloadOptions {}

  export interface Router extends core.Router {}
  export type RouterOptions = RouterModule.RouterOptions;
  export interface IRouter extends core.IRouter {}
  export interface IRoute<Path extends RouterModule.RoutePath = string> extends core.IRoute<Path> {}
  export interface IRouterHandler<T> extends core.IRouterHandler<T> {}
  export interface IRouterMatcher<
    T,
    Method extends 'all' | 'get' | 'post' | 'put' | 'delete' | 'patch' | 'options' | 'head' = any,
  > extends core.IRouterMatcher<T, Method> {}
}

export = maglev;
