/// <reference path="./core-types.d.cts" />
import type { EventEmitter } from 'node:events';
import type { Server as HttpServer, IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';
import type * as core from 'express-serve-static-core';

import type closable = require('./closable.cjs');
import type RouterModule = require('./router.cjs');
import type v4 = require('./v4.cjs');

/**
 * Make an application of the 3.x line.
 *
 * @example
 * const app = maglev();
 * app.get('/users/:id', (req, res) => res.send({ id: req.params.id }));
 * app.listen(3000);
 */
declare function maglev(): maglev.Express;

declare namespace maglev {
  /**
   * @deprecated Call `maglev()`.
   *
   * @example const app = maglev();
   */
  export function createServer(): Express;

  /**
   * Reads JSON bodies and bodies of forms into `req.body`.
   *
   * @example app.use(maglev.bodyParser());
   */
  export function bodyParser(options?: BodyOptions): Handler;
  /**
   * Reads JSON bodies into `req.body`.
   *
   * @example app.use(maglev.json({ limit: '1mb' }));
   */
  export function json(
    options?: BodyOptions & { strict?: boolean; reviver?: (key: string, value: any) => any },
  ): Handler;
  /**
   * Reads bodies of forms into `req.body`.
   *
   * @example app.use(maglev.urlencoded());
   */
  export function urlencoded(options?: BodyOptions & { extended?: boolean }): Handler;
  /**
   * Parses the query into `req.query`; every application has it already.
   *
   * @example app.use(maglev.query());
   */
  export function query(): Handler;

  /**
   * Serves the files of a folder; `mime` has the media types of files, which `res.type` also uses.
   *
   * @example app.use(maglev.static('public'));
   */
  const serveStatic: {
    (root: string, options?: v4.StaticOptions): Handler;
    mime: v4.Mime;
  };

  export { serveStatic as static };
  /**
   * The media types of files.
   *
   * @example maglev.mime.lookup('page.html'); // 'text/html'
   */
  export const mime: v4.Mime;

  /* Middleware that is now a separate package, which is loaded when the name is first used. */

  /**
   * Creates the middleware of the package `basic-auth-connect`, which has to be installed.
   *
   * @example app.use(maglev.basicAuth('ada', 'secret'));
   */
  export const basicAuth: Middleware;
  /**
   * Creates the middleware of the package `compression`, which has to be installed.
   *
   * @example app.use(maglev.compress());
   */
  export const compress: Middleware;
  /**
   * Creates the middleware of the package `cookie-parser`, which has to be installed.
   *
   * @example app.use(maglev.cookieParser('secret'));
   */
  export const cookieParser: Middleware;
  /**
   * Creates the middleware of the package `cookie-session`, which has to be installed.
   *
   * @example app.use(maglev.cookieSession({ secret: 'secret' }));
   */
  export const cookieSession: Middleware;
  /**
   * Creates the middleware of the package `serve-index`, which has to be installed.
   *
   * @example app.use(maglev.directory('public'));
   */
  export const directory: Middleware;
  /**
   * Creates the middleware of the package `errorhandler`, which has to be installed.
   *
   * @example app.use(maglev.errorHandler());
   */
  export const errorHandler: ((options?: any) => ErrorRequestHandler) & { title: string };
  /**
   * Creates the middleware of the package `serve-favicon`, which has to be installed.
   *
   * @example app.use(maglev.favicon('public/favicon.ico'));
   */
  export const favicon: Middleware;
  /**
   * Creates the middleware of the package `morgan`, which has to be installed.
   *
   * @example app.use(maglev.logger('dev'));
   */
  export const logger: Middleware & { [name: string]: any };
  /**
   * Creates the middleware of the package `method-override`, which has to be installed.
   *
   * @example app.use(maglev.methodOverride());
   */
  export const methodOverride: Middleware;
  /**
   * Creates the middleware of the package `connect-multiparty`, which has to be installed.
   *
   * @example app.use(maglev.multipart());
   */
  export const multipart: Middleware;
  /**
   * Creates the middleware of the package `response-time`, which has to be installed.
   *
   * @example app.use(maglev.responseTime());
   */
  export const responseTime: Middleware;
  /**
   * Creates the middleware of the package `express-session`, which has to be installed.
   *
   * @example app.use(maglev.session({ secret: 'secret' }));
   */
  export const session: Middleware & { Cookie: any; MemoryStore: any; Session: any; Store: any };
  /**
   * Creates the middleware of the package `connect-timeout`, which has to be installed.
   *
   * @example app.use(maglev.timeout(5000));
   */
  export const timeout: Middleware;
  /**
   * Creates the middleware of the package `vhost`, which has to be installed.
   *
   * @example app.use(maglev.vhost('api.example.com', api));
   */
  export const vhost: Middleware;

  export type Middleware = (...args: any[]) => Handler;

  export interface BodyOptions {
    inflate?: boolean | undefined;
    limit?: number | string | undefined;
    type?: string | string[] | ((req: IncomingMessage) => any) | undefined;
    /** Throws to reject a body. */
    verify?: ((req: IncomingMessage, res: ServerResponse, body: string) => void) | undefined;
  }

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

  /** Named parameters as properties of an array, whose elements are the unnamed ones. */
  export type Params = any[] & Record<string, any>;

  /**
   * A verb, a path, and the callbacks for both.
   *
   * @example
   * const [route] = app.routes.get;
   * route.match('/users/7');
   */
  export class Route {
    constructor(
      method: string,
      path: Path,
      callbacks: AnyHandler[],
      options?: { sensitive?: boolean; strict?: boolean },
    );
    path: Path;
    method: string;
    callbacks: AnyHandler[];
    keys: { name: string; optional: boolean }[];
    regexp: RegExp;
    params?: Params;
    match(path: string): boolean;
  }

  /** Routes by verb; removing one from its array removes the route. */
  export type Routes = Record<string, Route[]>;

  /**
   * Matches requests with routes; an application has one of its own.
   *
   * @example
   * const router = new maglev.Router();
   * router.get('/users/:id', show);
   * app.use(router.middleware);
   */
  export class Router {
    constructor(options?: { caseSensitive?: boolean; strict?: boolean });
    map: Routes;
    caseSensitive: boolean | undefined;
    strict: boolean | undefined;
    /** The arguments of `app.use`. */
    middleware: (req: IncomingMessage, res: ServerResponse, next: NextFunction) => void;
    param(customise: Customise): void;
    param(name: string, fn: any): this;
    route(method: string, path: Path, ...callbacks: Callbacks): this;
    match(method: string, url: string, from?: number): Route | undefined;
    matchRequest(req: { method?: string; url?: string }, from?: number): Route | undefined;
  }
  export interface Router extends Record<v4.Verb, Registers<Router>> {}

  export type Path = string | RegExp | (string | RegExp)[];
  export type NextFunction = (error?: any) => void;
  export type Handler = (req: Request, res: Response, next: NextFunction) => any;
  export type RequestHandler = Handler;
  export type ErrorRequestHandler = (error: any, req: Request, res: Response, next: NextFunction) => any;
  export type AnyHandler = Handler | ErrorRequestHandler;
  export type Callbacks = (AnyHandler | Callbacks)[];
  /** Adds a route; handlers come first, so that the parameters of those written in place have types. */
  export interface Registers<T> {
    (path: Path, ...handlers: Handler[]): T;
    (path: Path, ...callbacks: Callbacks): T;
  }
  export type RequestParamHandler = (
    req: Request,
    res: Response,
    next: NextFunction,
    value: any,
    name: string,
  ) => any;
  /** Creates a callback from the arguments of `param`; returns nothing for arguments that it does not support. */
  export type Customise = (name: string, given: any) => unknown;

  /** A step of an application's stack. */
  export interface StackLayer {
    route: string;
    handle: (...args: any[]) => any;
  }

  /** Values for templates; called with an object, it copies its properties. */
  export type Locals = ((values: object) => any) & Record<string, any>;

  type Verbs = Record<Exclude<v4.Verb, 'get'>, Registers<Express>>;

  export interface Express extends EventEmitter, Verbs, closable.Closable {
    (req: Http2ServerRequest, res: Http2ServerResponse): void;
    (req: IncomingMessage, res: ServerResponse, next?: NextFunction): void;
    get: ((setting: string) => any) & Registers<this>;
    /**
     * @deprecated Use `delete` instead.
     *
     * @example app.delete('/users/:id', remove);
     */
    del: Registers<this>;

    use(handler: Handler): this;
    use(path: string, handler: Handler): this;
    use(handler: AnyHandler | Express | HttpServer | RequestListener): this;
    use(path: string, handler: AnyHandler | Express | HttpServer | RequestListener): this;
    param(customise: Customise): this;
    param(name: string | string[], ...fns: any[]): this;
    /** @deprecated Check `app.get('env')` instead. */
    configure(...args: [...environments: string[], configure: (this: this) => void]): this;

    set(setting: string): any;
    set(setting: string, value: any): this;
    enable(setting: string): this;
    disable(setting: string): this;
    enabled(setting: string): boolean;
    disabled(setting: string): boolean;
    engine(ext: string, fn: (path: string, options: object, callback: RenderCallback) => void): this;
    render(view: string, callback: RenderCallback): void;
    render(view: string, options: object, callback: RenderCallback): void;
    handle(req: IncomingMessage, res: ServerResponse, next?: NextFunction): void;
    listen: core.Application['listen'];
    path(): string;
    /**
     * Compiles the routes now rather than at the first requests, and tries out the fast paths.
     *
     * @example const { layers, leaves, milliseconds } = app.compile();
     */
    compile(): RouterModule.ApplicationFigures;
    /**
     * Returns which layers and routes a request would run.
     *
     * @example console.log(String(app.explain('GET', '/users/7')));
     */
    explain(method: string, path: string): RouterModule.Explanation;
    explain(request: string): RouterModule.Explanation;

    settings: Record<string, any>;
    locals: Locals;
    /**
     * The routes by verb; removing one from its array removes the route.
     *
     * @example app.routes.get.map(({ path }) => path);
     */
    routes: Routes;
    /** The router as middleware. After it has been read, the application has to add it to the stack itself. */
    readonly router: Router['middleware'];
    stack: StackLayer[];
    /**
     * The path on which the application is mounted.
     *
     * @example blog.route; // '/blog'
     */
    route: string;
    parent?: Express;
    request: Request;
    response: Response;
  }
  export interface Application extends Express {}

  export type RenderCallback = (error: any, text?: string) => void;

  /** An element of an Accept header, best first. */
  export interface Accepted {
    value: string;
    quality: number;
    params: Record<string, string | undefined>;
    originalIndex: number;
    type: string;
    subtype: string | undefined;
  }

  type Younger = 'acceptsCharsets' | 'acceptsEncodings' | 'acceptsLanguages' | 'hostname' | 'baseUrl';
  type Own =
    | 'accepted'
    | 'accepts'
    | 'acceptsCharset'
    | 'acceptsEncoding'
    | 'acceptsLanguage'
    | 'is'
    | 'params'
    | 'app'
    | 'res'
    | 'route'
    | 'next'
    | 'range'
    | 'host'
    | 'param'
    | 'query';

  export interface Request extends Omit<core.Request<any>, Younger | Own> {
    accepts(...types: string[]): string | undefined;
    accepts(types: string[]): string | undefined;
    acceptsCharset(charset: string): boolean;
    acceptsEncoding(encoding: string): boolean;
    acceptsLanguage(language: string): boolean;
    readonly accepted: Accepted[];
    readonly acceptedCharsets: string[];
    readonly acceptedEncodings: string[];
    readonly acceptedLanguages: string[];
    /** @deprecated Use the package `basic-auth` instead. */
    readonly auth: { username: string; password: string } | undefined;
    readonly host: string | undefined;
    is(type: string): boolean;
    param(name: string, standard?: any): any;
    range(size: number): ({ start: number; end: number }[] & { type?: string }) | -1 | -2 | undefined;
    app: Express;
    res: Response;
    next: NextFunction;
    params: Params;
    query: any;
    route: Route | undefined;
    files?: any;
  }

  type YoungerResponse = 'sendFile' | 'sendStatus' | 'append' | 'download' | 'send' | 'json' | 'jsonp';
  type OwnResponse = 'app' | 'req' | 'locals' | 'redirect' | 'format' | 'render' | 'charset';

  export interface Response extends Omit<core.Response, YoungerResponse | OwnResponse> {
    app: Express;
    req: Request;
    locals: Locals;
    /** The charset of a Content-Type without one. */
    charset?: string;
    send(body?: any): this;
    send(status: number, body: any): this;
    json(body?: any): this;
    json(status: number, body: any): this;
    jsonp(body?: any): this;
    jsonp(status: number, body: any): this;
    sendfile(path: string, callback?: (error?: any) => void): void;
    sendfile(path: string, options: SendfileOptions, callback?: (error?: any) => void): void;
    download(path: string, callback?: (error?: any) => void): void;
    download(path: string, filename: string, callback?: (error?: any) => void): void;
    redirect(url: string): void;
    redirect(status: number, url: string): void;
    format(handlers: Record<string, (req: Request, res: Response, next: NextFunction) => any>): this;
    render(view: string, callback?: RenderCallback): void;
    render(view: string, options: object, callback?: RenderCallback): void;
  }

  export interface SendfileOptions {
    root?: string;
    maxAge?: number | string;
    dotfiles?: 'allow' | 'deny' | 'ignore';
    etag?: boolean;
    lastModified?: boolean;
    index?: string | string[] | false;
    extensions?: string[];
    start?: number;
    end?: number;
  }
}

export = maglev;
