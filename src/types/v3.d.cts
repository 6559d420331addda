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
  /** @deprecated Call `maglev()`. */
  export function createServer(): Express;

  export function bodyParser(options?: BodyOptions): Handler;
  export function json(
    options?: BodyOptions & { strict?: boolean; reviver?: (key: string, value: any) => any },
  ): Handler;
  export function urlencoded(options?: BodyOptions & { extended?: boolean }): Handler;
  export function query(): Handler;

  /** Serve the files of a folder; `mime` has the media types of files, which `res.type` also uses. */
  const serveStatic: {
    (root: string, options?: v4.StaticOptions): Handler;
    mime: v4.Mime;
  };

  export { serveStatic as static };
  export const mime: v4.Mime;

  /* Middleware that is now a separate package, which is loaded when the name is first used. */

  /** The package `basic-auth-connect`. */
  export const basicAuth: Middleware;
  /** The package `compression`. */
  export const compress: Middleware;
  /** The package `cookie-parser`. */
  export const cookieParser: Middleware;
  /** The package `cookie-session`. */
  export const cookieSession: Middleware;
  /** The package `serve-index`. */
  export const directory: Middleware;
  /** The package `errorhandler`. */
  export const errorHandler: ((options?: any) => ErrorRequestHandler) & { title: string };
  /** The package `serve-favicon`. */
  export const favicon: Middleware;
  /** The package `morgan`. */
  export const logger: Middleware & { [name: string]: any };
  /** The package `method-override`. */
  export const methodOverride: Middleware;
  /** The package `connect-multiparty`. */
  export const multipart: Middleware;
  /** The package `response-time`. */
  export const responseTime: Middleware;
  /** The package `express-session`. */
  export const session: Middleware & { Cookie: any; MemoryStore: any; Session: any; Store: any };
  /** The package `connect-timeout`. */
  export const timeout: Middleware;
  /** The package `vhost`. */
  export const vhost: Middleware;

  export type Middleware = (...args: any[]) => Handler;

  export interface BodyOptions {
    inflate?: boolean | undefined;
    limit?: number | string | undefined;
    type?: string | string[] | ((req: IncomingMessage) => any) | undefined;
    /** Throws to reject a body. */
    verify?: ((req: IncomingMessage, res: ServerResponse, body: string) => void) | undefined;
  }

  /** The members of every application; extend it to add a member to all. */
  export const application: Express;
  /** The prototype of every request; extend it to add a member to all. */
  export const request: Request;
  /** The prototype of every response; extend it to add a member to all. */
  export const response: Response;

  /** Named parameters as properties of an array, whose elements are the unnamed ones. */
  export type Params = any[] & Record<string, any>;

  /** One verb, one path, and the callbacks of both. */
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
    /** @deprecated Use `delete` instead. */
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
    /** Compiles the routes now rather than at the first requests, and tries out the fast paths. */
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
    routes: Routes;
    /** The router as middleware. After it has been read, the application has to add it to the stack itself. */
    readonly router: Router['middleware'];
    stack: StackLayer[];
    /** The mount path. */
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
