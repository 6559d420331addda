/// <reference path="./core-types.d.cts" />
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
    /** The full path from the root, as registered. */
    readonly path: string;
    /** The name given to the route, or the name of its function. */
    readonly name: string;
    /** `file:line` where it was registered; null unless `route sources` or MAGLEV_SOURCES=1 is set. */
    readonly source: string | null;
    /** The number of routers that it is nested in. */
    readonly depth: number;
  }

  /** Figures about the compiled routes. */
  export interface CompileFigures {
    /** Registered handlers and mounts, including those of nested routers. */
    layers: number;
    /** Distinct places in the route tree where a path can end. */
    leaves: number;
    /** Layers that only a regular expression can match. */
    regexpOnly: number;
    /** Leaves for which all layers are tried one by one, because too many of them overlap there. */
    scanned: number;
    milliseconds: number;
  }

  /** Something that maglev does in a shorter way than Express, as long as nobody can see the difference. */
  export interface FastPath {
    /**
     * `messages` are created with the application's prototypes; `headers` are set without `setHeader`; the `head` is written as one string,
     * together with the `body`; responses `notFound` are sent without finalhandler; small `files` are read in one call;
     * `connections` send responses without wiring the messages; parsers of `bodies` add listeners without calling `on`.
     */
    name: 'messages' | 'headers' | 'head' | 'body' | 'notFound' | 'files' | 'connections' | 'bodies';
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
    /** Whether the tree, the layer's own matcher, a RegExp, or a scan of all layers determined the match. */
    why: 'certain' | 'needs-match' | 'regexp-only' | 'scanned';
    /** The path relative to the layer's router, without the mount paths above it. */
    path: string;
    /** The part of it that the layer's path matches. */
    matched: string;
    /** The layers that the request runs inside, if this is a mounted router. */
    inner: readonly ExplainedStep[] | null;
  }

  /** Which layers a request runs, in which order, and why. */
  export interface Explanation {
    method: string;
    path: string;
    /** The leaf of the route tree in which the path ends; null when the layers are tried one by one. */
    leaf: string | null;
    /** Why the layers are tried one by one: the path is unusual, or too many layers overlap where it ends. */
    reason: 'path' | 'overlap' | null;
    steps: readonly ExplainedStep[];
    /** A readable description. */
    toString(): string;
  }

  /** Members of maglev's applications and routers that Express does not have. */
  export interface Compiled {
    /**
     * Compiles all routes now; `listen` of an application starts to compile them in the background.
     *
     * @example const { layers, leaves, milliseconds } = router.compile();
     */
    compile(): CompileFigures;
    /**
     * Return which layers a request would run.
     *
     * @example console.log(String(app.explain('GET', '/users/7')));
     */
    explain(method: string, path: string): Explanation;
    explain(request: string): Explanation;
    /**
     * The route table, including mounted routers, in the order in which layers are tried.
     *
     * @example for (const { methods, path } of router.routes()) console.log(methods.join(), path);
     */
    routes(): ListedLayer[];
    /**
     * The URL of a named route, here or in a mounted router.
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

  /** The path of a route whose parameters are declared; older core types only accept strings. */
  export type RoutePath = core.IRouter['route'] extends { (path: infer Path): any; (path: any): any }
    ? Path
    : string;

  /** A route that can be given a name. */
  export interface NamedRoute<Path extends RoutePath = string> extends core.IRoute<Path> {
    /**
     * Gives the route a name, by which `url` finds it.
     *
     * @example app.route('/users/:id').as('user').get(show);
     */
    as(name: string): this;
  }

  export interface Instance extends core.Router, Compiled {
    (req: IncomingMessage, res: ServerResponse, next: (error?: any) => void): void;
    /**
     * Creates a route, to which handlers are added by method.
     *
     * @example router.route('/users/:id').get(show).delete(remove).as('user');
     */
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
