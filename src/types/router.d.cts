import type { IncomingMessage, ServerResponse } from 'node:http';
import type * as core from 'express-serve-static-core';

/**
 * The router alone, usable on a bare `http.createServer`.
 *
 * @example
 * const router = new Router({ strict: true });
 * http.createServer((req, res) => router(req, res, () => res.end('not found')));
 */
declare const Router: Router.RouterConstructor;
interface Router extends Router.Instance {}

declare namespace Router {
  export interface RouterOptions {
    /** Tell '/Users' from '/users'; false by default. */
    caseSensitive?: boolean | undefined;
    /** Keep the parameters of the path this router is mounted on; false by default. */
    mergeParams?: boolean | undefined;
    /** Tell '/users/' from '/users'; false by default. */
    strict?: boolean | undefined;
  }

  export interface Instance extends core.Router {
    (req: IncomingMessage, res: ServerResponse, next: (error?: any) => void): void;
  }

  export interface RouterConstructor {
    new (options?: RouterOptions): Instance;
    (options?: RouterOptions): Instance;
    readonly prototype: Instance;
    readonly Route: RouteConstructor;
  }

  export interface RouteConstructor {
    new (path: string): core.IRoute;
    readonly prototype: core.IRoute;
  }
}

export = Router;
