import type { Stats } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type * as core from 'express-serve-static-core';

import type parsers = require('./parsers.cjs');
import type RouterModule = require('./router.cjs');

/**
 * Make an application of the 4.x line.
 *
 * @example
 * const app = maglev();
 * app.get('/files/*', (req, res) => res.send(req.params[0]));
 * app.listen(3000);
 */
declare function maglev(): maglev.Express;

declare namespace maglev {
  export const json: typeof parsers.json;
  export const raw: typeof parsers.raw;
  export const text: typeof parsers.text;
  /** Unlike in 5.x, `extended` is true by default. */
  export const urlencoded: typeof parsers.urlencoded;

  /** The layer that parses the query, by a function or by qs with options for it. */
  export function query(options?: ((text: string) => unknown) | Record<string, unknown>): Handler;

  export const Router: RouterConstructor;
  export const Route: RouterModule.RouteConstructor;

  /** The members every application has; extend it to add one to all. */
  export const application: Express;
  /** The prototype of every request; extend it to add a member to all. */
  export const request: Request;
  /** The prototype of every response; extend it to add a member to all. */
  export const response: Response;

  /** Serve the files of a folder; `mime` is what knows the types of files, here and in `res.type`. */
  const serveStatic: {
    (root: string, options?: StaticOptions): Handler;
    mime: Mime;
  };

  export { serveStatic as static };

  /** Without `dotfiles`, hidden files are ignored, but not the files in hidden folders. */
  export interface StaticOptions extends Omit<core.SendFileOptions, 'headers' | 'root'> {
    /** Hand requests that no file answers to the next handler (the default) or end them with an error. */
    fallthrough?: boolean | undefined;
    /** Send a browser from a folder's name to the name with a slash; true by default. */
    redirect?: boolean | undefined;
    /** Called before the headers of a file go out. */
    setHeaders?: ((res: Response, path: string, stat: Stats) => void) | undefined;
  }

  export interface Mime {
    lookup(path: string, fallback?: string): string;
    extension(type: string): string | undefined;
    define(types: Record<string, string[]>): void;
    charsets: { lookup(type: string, fallback?: string): string | undefined };
  }

  /** Parameters by name; wildcards and groups without a name by number. */
  export interface ParamsDictionary {
    [name: string]: string;
    [index: number]: string;
  }

  export type Verb =
    | (
        | 'all'
        | 'get'
        | 'post'
        | 'put'
        | 'delete'
        | 'patch'
        | 'options'
        | 'head'
        | 'checkout'
        | 'connect'
        | 'copy'
      )
    | ('lock' | 'merge' | 'mkactivity' | 'mkcol' | 'move' | 'm-search' | 'notify' | 'propfind' | 'proppatch')
    | ('purge' | 'report' | 'search' | 'subscribe' | 'trace' | 'unlock' | 'link' | 'unlink' | 'unsubscribe');

  /** The path grammar of this line is not read by the types: name the parameters where it matters. */
  export interface Matcher<T> {
    <
      P = ParamsDictionary,
      ResBody = any,
      ReqBody = any,
      ReqQuery = core.Query,
      Locals extends Record<string, any> = Record<string, any>,
    >(
      path: core.PathParams,
      ...handlers: core.RequestHandler<P, ResBody, ReqBody, ReqQuery, Locals>[]
    ): T;
    <
      P = ParamsDictionary,
      ResBody = any,
      ReqBody = any,
      ReqQuery = core.Query,
      Locals extends Record<string, any> = Record<string, any>,
    >(
      path: core.PathParams,
      ...handlers: core.RequestHandlerParams<P, ResBody, ReqBody, ReqQuery, Locals>[]
    ): T;
    (path: core.PathParams, application: Express): T;
  }

  /** With a name alone, `get` reads a setting. */
  type ReadSetting = (name: string) => any;

  export interface Express
    extends Omit<core.Express, Verb | 'router' | 'param' | '_router' | 'routes'>,
      Record<Exclude<Verb, 'get'>, Matcher<Express>>,
      RouterModule.Compiled {
    (req: IncomingMessage, res: ServerResponse, next?: (error?: any) => void): any;
    get: ReadSetting & Matcher<Express>;
    param(name: string | string[], handler: core.RequestParamHandler): this;
    /** @deprecated Use `delete` instead. */
    del: Matcher<Express>;
    /** The router, once there is one. */
    _router?: Router;
    /** Makes the router, if there is none yet. */
    lazyrouter(): void;
  }
  export interface Application extends Express {}

  export interface Router
    extends Omit<core.Router, Verb>,
      Record<Verb, Matcher<Router>>,
      RouterModule.Compiled {
    (req: IncomingMessage, res: ServerResponse, next: (error?: any) => void): void;
  }
  export interface RouterConstructor extends Router {
    (options?: RouterOptions): Router;
    new (options?: RouterOptions): Router;
  }

  export interface Request<
    P = ParamsDictionary,
    ResBody = any,
    ReqBody = any,
    ReqQuery = core.Query,
    Locals extends Record<string, any> = Record<string, any>,
  > extends core.Request<P, ResBody, ReqBody, ReqQuery, Locals> {}
  export interface RequestHandler<
    P = ParamsDictionary,
    ResBody = any,
    ReqBody = any,
    ReqQuery = core.Query,
    Locals extends Record<string, any> = Record<string, any>,
  > extends core.RequestHandler<P, ResBody, ReqBody, ReqQuery, Locals> {}
  export interface Handler extends core.RequestHandler<any> {}

  export type Compiled = RouterModule.Compiled;
  export type CompileFigures = RouterModule.CompileFigures;
  export type ExplainedStep = RouterModule.ExplainedStep;
  export type Explanation = RouterModule.Explanation;
  export type RouterOptions = RouterModule.RouterOptions;
  export type Response<
    ResBody = any,
    Locals extends Record<string, any> = Record<string, any>,
  > = core.Response<ResBody, Locals>;
  export type ErrorRequestHandler = core.ErrorRequestHandler<any>;
  export type NextFunction = core.NextFunction;
  export type RequestParamHandler = core.RequestParamHandler;
  export type PathParams = core.PathParams;
  export type Errback = core.Errback;
  export type Send = core.Send;
  export type CookieOptions = core.CookieOptions;
  export type MediaType = core.MediaType;
  export type SendFileOptions = core.SendFileOptions;
  export type DownloadOptions = core.DownloadOptions;
}

export = maglev;
