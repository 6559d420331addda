/// <reference path="./core-types.d.cts" />
import type { EventEmitter } from 'node:events';
import type { Stats } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type * as core from 'express-serve-static-core';

import type closable = require('./closable.cjs');
import type http2 = require('./http2.cjs');
import type params = require('./params4.cjs');
import type parsers = require('./parsers.cjs');
import type RouterModule = require('./router.cjs');
import type trace = require('./trace.cjs');

/**
 * Make an application of the 4.x line.
 *
 * @example
 * const app = maglev();
 * app.get('/files/*', (req, res) => res.send(req.params[0]));
 * app.listen(3000);
 */
declare function maglev(): maglev.Express;

// Deprecated members that only this line has. They are declared here, and not in interfaces of our own, so that the types of
// express-serve-static-core, which packages use, have them as well.
declare global {
  namespace Express {
    interface Request {
      /** @deprecated Use `req.params`, `req.body` or `req.query` instead. */
      param(name: string, defaultValue?: any): any;
      /** @deprecated Use `req.acceptsCharsets` instead. */
      acceptsCharset(...charsets: string[]): string | false;
      /** @deprecated Use `req.acceptsEncodings` instead. */
      acceptsEncoding(...encodings: string[]): string | false;
      /** @deprecated Use `req.acceptsLanguages` instead. */
      acceptsLanguage(...languages: string[]): string | false;
    }
    interface Response {
      /** @deprecated Use `res.sendFile` instead. */
      sendfile(path: string, callback?: (error?: any) => void): void;
      /** @deprecated Use `res.sendFile` instead. */
      sendfile(path: string, options: object, callback?: (error?: any) => void): void;
    }
    interface Application {
      /** Creates the router, if there is none yet. */
      lazyrouter(): void;
    }
  }
}

// An overload, likewise.
declare module 'express-serve-static-core' {
  interface IRouter {
    /** @deprecated Customises what the second argument of `param` may be. */
    param(customise: (name: string, given: any) => RequestParamHandler | undefined): this;
  }
  interface Application<LocalsObj extends Record<string, any> = Record<string, any>> {
    /** @deprecated Customises what the second argument of `param` may be. */
    param(customise: (name: string, given: any) => RequestParamHandler | undefined): this;
  }
}

// Packages use the Request, Response and Application of express-serve-static-core, of 4.x or of 5.x. Ours have to be assignable
// to them, and they to ours, because handlers take them as parameters. So members that the two versions declare differently are
// declared here, for both.
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
   * Reads bodies of forms into `req.body`; unlike in 5.x, `extended` is true by default.
   *
   * @example app.use(maglev.urlencoded({ extended: false }));
   */
  export const urlencoded: typeof parsers.urlencoded;

  /**
   * Parses the query into `req.query`, with a function or with qs and its options; every application has it already.
   *
   * @example app.use(maglev.query({ depth: 1 }));
   */
  export function query(options?: ((text: string) => unknown) | Record<string, unknown>): parsers.Parser;

  // A function, and not a constant, so that packages can add an overload (@types/express-ws does).
  /**
   * Creates a router, which is mounted with `app.use`.
   *
   * @example
   * const users = maglev.Router();
   * users.get('/:id', show);
   * app.use('/users', users);
   */
  export function Router(options?: RouterOptions): RouterInstance;
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
  export const application: Express;
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
   * Serves the files of a folder; `mime` has the media types of files, which `res.type` also uses.
   *
   * @example app.use(maglev.static('public', { maxAge: '1d' }));
   */
  const serveStatic: {
    (root: string, options?: StaticOptions): parsers.Parser;
    mime: Mime;
  };

  export { serveStatic as static };

  /** Without `dotfiles`, hidden files are ignored, but not the files in hidden folders. */
  export interface StaticOptions extends Omit<core.SendFileOptions, 'headers' | 'root'> {
    /** Pass requests without a matching file to the next handler (the default) or end them with an error. */
    fallthrough?: boolean | undefined;
    /** Redirect from the path of a folder to the path with a trailing slash; true by default. */
    redirect?: boolean | undefined;
    /** Called before the headers of a file are sent. */
    setHeaders?: ((res: Response, path: string, stat: Stats) => void) | undefined;
  }

  /** A table of media types. */
  export interface MimeTable {
    /** Media types by extension. */
    types: Record<string, string>;
    /** Extensions by media type: the first one that was defined for each. */
    extensions: Record<string, string>;
    /** The type of files whose extension is unknown. */
    default_type: string;
    lookup(path: string, fallback?: string): string;
    extension(type: string): string | undefined;
    define(types: Record<string, string[]>): void;
    /** Add the types of a file in the format of Apache. */
    load(file: string): void;
  }

  export interface Mime extends MimeTable {
    charsets: { lookup(type: string, fallback?: string): string | undefined };
    /** Creates an empty table. */
    Mime: new () => MimeTable;
  }

  export type ParamsDictionary = params.ParamsDictionary;
  export type RouteParameters<Path> = params.RouteParameters<Path>;

  /** Routes and mounts: handlers after a path, whose parameters are derived from its text. */
  export interface Matcher<T> {
    <
      Path extends string | RegExp,
      P = RouteParameters<Path>,
      ResBody = any,
      ReqBody = any,
      ReqQuery = core.Query,
      Locals extends Record<string, any> = Record<string, any>,
    >(
      path: Path,
      ...handlers: RequestHandler<P, ResBody, ReqBody, ReqQuery, Locals>[]
    ): T;
    <
      Path extends string | RegExp,
      P = RouteParameters<Path>,
      ResBody = any,
      ReqBody = any,
      ReqQuery = core.Query,
      Locals extends Record<string, any> = Record<string, any>,
    >(
      path: Path,
      ...handlers: RequestHandlerParams<P, ResBody, ReqBody, ReqQuery, Locals>[]
    ): T;
    <
      P = ParamsDictionary,
      ResBody = any,
      ReqBody = any,
      ReqQuery = core.Query,
      Locals extends Record<string, any> = Record<string, any>,
    >(
      path: core.PathParams,
      ...handlers: RequestHandler<P, ResBody, ReqBody, ReqQuery, Locals>[]
    ): T;
    <
      P = ParamsDictionary,
      ResBody = any,
      ReqBody = any,
      ReqQuery = core.Query,
      Locals extends Record<string, any> = Record<string, any>,
    >(
      path: core.PathParams,
      ...handlers: RequestHandlerParams<P, ResBody, ReqBody, ReqQuery, Locals>[]
    ): T;
    (path: core.PathParams, application: core.Application): T;
  }

  /** Handlers without a path: those of a route, which has one, and middleware. */
  export interface Handlers<T, Path extends string | RegExp = string> {
    <
      P = RouteParameters<Path>,
      ResBody = any,
      ReqBody = any,
      ReqQuery = core.Query,
      Locals extends Record<string, any> = Record<string, any>,
    >(
      ...handlers: RequestHandler<P, ResBody, ReqBody, ReqQuery, Locals>[]
    ): T;
    <
      P = RouteParameters<Path>,
      ResBody = any,
      ReqBody = any,
      ReqQuery = core.Query,
      Locals extends Record<string, any> = Record<string, any>,
    >(
      ...handlers: RequestHandlerParams<P, ResBody, ReqBody, ReqQuery, Locals>[]
    ): T;
  }

  /** With only a name, `get` reads a setting. */
  type ReadSetting = (name: string) => any;
  type Use<T> = Handlers<T> & Matcher<T>;

  /** The common members of routers and applications. Declared here, because the paths of the core types are those of 5.x. */
  export interface Routing {
    all: Matcher<this>;
    get: Matcher<this>;
    post: Matcher<this>;
    put: Matcher<this>;
    delete: Matcher<this>;
    patch: Matcher<this>;
    options: Matcher<this>;
    head: Matcher<this>;
    /** Only if Node supports this method. */
    query?: Matcher<this>;
    checkout: Matcher<this>;
    connect: Matcher<this>;
    copy: Matcher<this>;
    link: Matcher<this>;
    lock: Matcher<this>;
    'm-search': Matcher<this>;
    merge: Matcher<this>;
    mkactivity: Matcher<this>;
    mkcol: Matcher<this>;
    move: Matcher<this>;
    notify: Matcher<this>;
    propfind: Matcher<this>;
    proppatch: Matcher<this>;
    purge: Matcher<this>;
    report: Matcher<this>;
    search: Matcher<this>;
    subscribe: Matcher<this>;
    trace: Matcher<this>;
    unlink: Matcher<this>;
    unlock: Matcher<this>;
    unsubscribe: Matcher<this>;
    use: Use<this>;
    /**
     * Creates a route, to which handlers are added by method.
     *
     * @example app.route('/users/:id').get(show).delete(remove).as('user');
     */
    route<Path extends string | RegExp>(path: Path): IRoute<Path>;
    route(path: core.PathParams): IRoute;
    param(name: string, handler: RequestParamHandler): this;
    /** @deprecated Customises what the second argument of `param` may be. */
    param(customise: (name: string, given: any) => RequestParamHandler | undefined): this;
  }

  export type Verb = Exclude<keyof Routing, 'use' | 'route' | 'param' | 'query'>;

  // With the verbs of the core types, whose routes have to be assignable to this type.
  export interface IRoute<Path extends string | RegExp = string>
    extends Record<Extract<Verb, keyof core.IRoute>, Handlers<IRoute<Path>, Path>> {
    path: string;
    stack: ILayer[];
  }
  export interface ILayer extends Omit<core.ILayer, 'handle' | 'route'> {
    route?: IRoute;
    handle: (req: Request<any>, res: Response, next: NextFunction) => any;
  }
  /** A route that can be given a name. */
  export interface NamedRoute<Path extends string | RegExp = string>
    extends Record<Verb, Handlers<NamedRoute<Path>, Path>> {
    path: string;
    stack: ILayer[];
    /**
     * Gives the route a name, by which `url` finds it.
     *
     * @example app.route('/users/:id').as('user').get(show);
     */
    as(name: string): this;
  }
  interface NamedRouting {
    /**
     * Creates a route, to which handlers are added by method.
     *
     * @example app.route('/users/:id').get(show).delete(remove).as('user');
     */
    route<Path extends string | RegExp>(path: Path): NamedRoute<Path>;
    route(path: core.PathParams): NamedRoute;
  }

  export interface IRouter extends Omit<core.IRouter, keyof Routing | 'stack'>, Routing {
    stack: ILayer[];
    (req: IncomingMessage, res: ServerResponse, next: (error?: any) => void): void;
  }
  export interface Router extends IRouter {}
  /** The instances of the constructor. */
  interface RouterInstance extends NamedRouting, Router, Compiled {
    (req: IncomingMessage, res: ServerResponse, next: (error?: any) => void): void;
    /**
     * Creates a route, to which handlers are added by method.
     *
     * @example app.route('/users/:id').get(show).delete(remove).as('user');
     */
    route: NamedRouting['route'];
  }
  export interface Application<Locals extends Record<string, any> = Record<string, any>>
    extends Omit<
        core.Application<Locals>,
        keyof Routing | keyof EventEmitter | 'stack' | 'router' | 'engine' | 'set' | 'enable' | 'disable'
      >,
      EventEmitter,
      Routing {
    (req: IncomingMessage, res: ServerResponse, next?: (error?: any) => void): any;
    get: ReadSetting & Matcher<this>;
    param(name: string | string[], handler: RequestParamHandler): this;
    param(customise: (name: string, given: any) => RequestParamHandler | undefined): this;
    // The core types disagree about the events.
    on: (event: Parameters<core.Application['on']>[0], callback: (parent: Application) => void) => this;
    stack: ILayer[];
    /** @deprecated Throws: routes run in registration order. */
    router: any;
    engine(...args: Parameters<core.Application['engine']>): this;
    set(setting: string, value: any): this;
    enable(setting: string): this;
    disable(setting: string): this;
  }

  export interface Express extends http2.Http2Listener, Application, Compiled, Closable {
    /**
     * Compiles all routes now, which `listen` starts in the background, and tries out the fast paths.
     *
     * @example const { layers, leaves, milliseconds } = app.compile();
     */
    compile(): ApplicationFigures;
    /**
     * @deprecated Use `delete` instead.
     *
     * @example app.delete('/users/:id', remove);
     */
    del: Matcher<this>;
    /**
     * Creates a route, to which handlers are added by method.
     *
     * @example app.route('/users/:id').get(show).delete(remove).as('user');
     */
    route: NamedRouting['route'];
    // The core types still have a member of this name from 3.x, without a useful type.
    /**
     * The route table, including mounted routers, in the order in which layers are tried.
     *
     * @example for (const { methods, path } of app.routes()) console.log(methods.join(), path);
     */
    routes: Compiled['routes'];
    request: Request;
    response: Response;
  }

  export interface Request<
    P = ParamsDictionary,
    ResBody = any,
    ReqBody = any,
    ReqQuery = core.Query,
    Locals extends Record<string, any> = Record<string, any>,
  > extends core.Request<P, ResBody, ReqBody, ReqQuery, Locals> {
    app: Application;
    res?: Response<ResBody, Locals>;
  }

  export interface Response<ResBody = any, Locals extends Record<string, any> = Record<string, any>>
    extends core.Response<ResBody, Locals> {
    app: Application;
    // The core types of 4.x and 5.x disagree about its parameters.
    req: Request<any>;
    send: Send<ResBody, this>;
    json: Send<ResBody, this>;
    jsonp: Send<ResBody, this>;
    redirect(url: string): void;
    redirect(status: number, url: string): void;
    /** @deprecated Give the status first. */
    redirect(url: string, status: number): void;
    vary(field?: string | string[]): this;
    sendFile(path: string, callback?: Errback): void;
    sendFile(path: string, options: SendFileOptions, callback?: Errback): void;
    download(path: string, callback?: Errback): void;
    download(path: string, filename: string, callback?: Errback): void;
    download(path: string, filename: string, options: DownloadOptions, callback?: Errback): void;
  }

  export interface Send<ResBody = any, T = Response<ResBody>> {
    (body?: ResBody): T;
    // Type parameters of overloads match anything when types are compared: `send` of the core types has to be assignable.
    /** @deprecated Use `res.status(status)` first. */
    <Status extends number>(status: Status, body: ResBody): T;
    /** @deprecated Use `res.status(status)` first. */
    (body: ResBody, status: number): T;
  }

  // The core types disagree about its result.
  export type RequestHandler<
    P = ParamsDictionary,
    ResBody = any,
    ReqBody = any,
    ReqQuery = core.Query,
    Locals extends Record<string, any> = Record<string, any>,
  > = (
    req: Request<P, ResBody, ReqBody, ReqQuery, Locals>,
    res: Response<ResBody, Locals>,
    next: NextFunction,
  ) => ReturnType<core.RequestHandler>;
  export type ErrorRequestHandler<
    P = ParamsDictionary,
    ResBody = any,
    ReqBody = any,
    ReqQuery = core.Query,
    Locals extends Record<string, any> = Record<string, any>,
  > = (
    error: any,
    req: Request<P, ResBody, ReqBody, ReqQuery, Locals>,
    res: Response<ResBody, Locals>,
    next: NextFunction,
  ) => ReturnType<core.ErrorRequestHandler>;
  export type RequestHandlerParams<
    P = ParamsDictionary,
    ResBody = any,
    ReqBody = any,
    ReqQuery = core.Query,
    Locals extends Record<string, any> = Record<string, any>,
  > =
    | RequestHandler<P, ResBody, ReqBody, ReqQuery, Locals>
    | ErrorRequestHandler<P, ResBody, ReqBody, ReqQuery, Locals>
    | (RequestHandler<P> | ErrorRequestHandler<P>)[];
  export type RequestParamHandler = (
    req: Request<any>,
    res: Response,
    next: NextFunction,
    value: any,
    name: string,
  ) => any;
  export type Handler = RequestHandler;
  export type IRouterHandler<T, Path extends string | RegExp = string> = Handlers<T, Path>;
  export type IRouterMatcher<T, _Method = any> = Matcher<T>;

  export type Compiled = RouterModule.Compiled;
  export type Closable = closable.Closable;
  export type LayerTrace = trace.LayerTrace;
  export type CloseOptions = closable.CloseOptions;
  export type CompileFigures = RouterModule.CompileFigures;
  export type ApplicationFigures = RouterModule.ApplicationFigures;
  export type FastPath = RouterModule.FastPath;
  export type ExplainedStep = RouterModule.ExplainedStep;
  export type Explanation = RouterModule.Explanation;
  export type ListedLayer = RouterModule.ListedLayer;
  export type RouterOptions = RouterModule.RouterOptions;
  export type NextFunction = core.NextFunction;
  export type PathParams = core.PathParams;
  // The core types of 4.x declare an error, those of 5.x do not: functions of both kinds have to be assignable.
  export type Errback = (error?: any) => void;
  export type Locals = core.Locals;
  export type CookieOptions = core.CookieOptions;
  export type MediaType = core.MediaType;
  export type SendFileOptions = core.SendFileOptions;
  export type DownloadOptions = core.DownloadOptions;
}

export = maglev;
