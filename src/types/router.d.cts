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
    /** Distinguish '/Users' from '/users'; false by default. */
    caseSensitive?: boolean | undefined;
    /** Keep the parameters of the path this router is mounted on; false by default. */
    mergeParams?: boolean | undefined;
    /** Distinguish '/users/' from '/users'; false by default. */
    strict?: boolean | undefined;
  }

  /** One line of the route table. */
  export interface ListedLayer {
    /** Uppercase methods of a route, `ALL` for all of them, `USE` for middleware and mounts. */
    readonly methods: readonly string[];
    /** The whole path from the root, as registered. */
    readonly path: string;
    /** That of the route, if it was given one, or else of its function. */
    readonly name: string;
    /** `file:line` where it was registered; null unless `route sources` or MAGLEV_SOURCES=1 is set. */
    readonly source: string | null;
    /** How many routers it is mounted in. */
    readonly depth: number;
  }

  /** What the compiler made of the routes. */
  export interface CompileFigures {
    /** Registered handlers and mounts, those of nested routers included. */
    layers: number;
    /** Distinct places in the route tree at which a path can end. */
    leaves: number;
    /** Layers that only their own regular expression can decide. */
    regexpOnly: number;
    /** Leaves for which all layers are tried one by one, because too many of them overlap there. */
    scanned: number;
    milliseconds: number;
  }

  /** Something that maglev does in a shorter way than Express, as long as nobody can see the difference. */
  export interface FastPath {
    /**
     * `messages` are created with the application's prototypes; `headers` are set without `setHeader`; the `head` is written as one string,
     * together with the `body`; responses `notFound` are sent without finalhandler; small `files` are read in one call.
     */
    name: 'messages' | 'headers' | 'head' | 'body' | 'notFound' | 'files';
    on: boolean;
    /** Why it is off, in one sentence; null if it is on. */
    reason: string | null;
  }

  /** The figures of an application. */
  export interface ApplicationFigures extends CompileFigures {
    fastPaths: FastPath[];
  }

  /** One layer that a request meets. */
  export interface ExplainedStep {
    layer: core.ILayer;
    /** Its position in its router's stack. */
    index: number;
    /** Settled by the tree, decided by the layer's own matcher, by a RegExp, or found by trying all layers. */
    why: 'certain' | 'needs-match' | 'regexp-only' | 'scanned';
    /** The path as the layer sees it, without what the mounts above it have taken off. */
    path: string;
    /** The part of it that the layer's path matches. */
    matched: string;
    /** What the request meets inside, if this is a mounted router. */
    inner: readonly ExplainedStep[] | null;
  }

  /** Which layers a request meets, in which order, and why. */
  export interface Explanation {
    method: string;
    path: string;
    /** The leaf of the route tree in which the path ends; null when the layers are tried one by one. */
    leaf: string | null;
    /** Why the layers are tried one by one: the path is an unusual one, or too many layers overlap where it ends. */
    reason: 'path' | 'overlap' | null;
    steps: readonly ExplainedStep[];
    /** The same in words. */
    toString(): string;
  }

  /** What maglev's applications and routers have beyond Express's. */
  export interface Compiled {
    /** Compile all routes now; `listen` of an application starts to compile them in the background. */
    compile(): CompileFigures;
    /**
     * Return which layers a request would run.
     *
     * @example console.log(String(app.explain('GET', '/users/7')));
     */
    explain(method: string, path: string): Explanation;
    explain(request: string): Explanation;
    /** The route table, mounted routers included, in the order in which layers are tried. */
    routes(): ListedLayer[];
    /**
     * The address of a named route, here or in what is mounted here.
     *
     * @example
     * app.route('/users/:id').as('user').get(show);
     * app.url('user', { id: 7 }, { tab: 'posts' }); // '/users/7?tab=posts'
     */
    url(name: string, params?: Readonly<Record<string, RouteValue>>, query?: RouteQuery): string;
  }

  type Single = string | number | bigint | boolean;
  /** The value of a parameter; an array for a wildcard. */
  export type RouteValue = Single | readonly Single[] | null | undefined;
  export type RouteQuery = string | URLSearchParams | Readonly<Record<string, unknown>> | null;

  /** What a route with parameters of its own may have for a path; older core types know those of texts alone. */
  export type RoutePath = core.IRouter['route'] extends { (path: infer Path): any; (path: any): any }
    ? Path
    : string;

  /** A route that can be given a name. */
  export interface NamedRoute<Path extends RoutePath = string> extends core.IRoute<Path> {
    /** Give the route a name, by which `url` finds it. */
    as(name: string): this;
  }

  export interface Instance extends core.Router, Compiled {
    (req: IncomingMessage, res: ServerResponse, next: (error?: any) => void): void;
    route<Path extends RoutePath>(path: Path): NamedRoute<Path>;
    route(path: core.PathParams): NamedRoute;
  }

  export interface RouterConstructor {
    new (options?: RouterOptions): Instance;
    (options?: RouterOptions): Instance;
    readonly prototype: Instance;
    readonly Route: RouteConstructor;
    readonly Router: RouterConstructor;
  }

  export interface RouteConstructor {
    new (path: string): NamedRoute;
    readonly prototype: NamedRoute;
  }
}

export = Router;
