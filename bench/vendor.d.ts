// The parts of the packages in bench/package.json that the benchmarks use, so that types can be checked without installing them.

declare module 'fastify' {
  import type { Server } from 'node:http';

  interface Request {
    headers: Record<string, string | undefined>;
    cookies: Record<string, string | undefined>;
    params: unknown;
    query: unknown;
    body: unknown;
    user: unknown;
  }
  interface Reply {
    code(status: number): Reply;
    header(name: string, value: string): Reply;
    send(body: unknown): Reply;
  }
  type Handler = (request: Request, reply: Reply) => unknown;
  type Plugin<Options> = (app: Fastify, options: Options, done: () => void) => void;
  type BodyParser = (
    request: Request,
    body: Buffer,
    done: (error: Error | null, body: unknown) => void,
  ) => void;

  interface Fastify
    extends Record<'get' | 'post' | 'put' | 'delete', (path: string, handler: Handler) => Fastify> {
    server: Server;
    register<Options>(plugin: Plugin<Options>, options?: Options & { prefix?: string }): PromiseLike<Fastify>;
    addHook(name: 'onRequest', hook: (request: Request, reply: Reply, done: () => void) => void): Fastify;
    decorateRequest(name: string, value: unknown): Fastify;
    setErrorHandler(handler: (error: Error, request: Request, reply: Reply) => unknown): Fastify;
    addContentTypeParser(
      type: string,
      options: { parseAs: 'buffer'; bodyLimit: number },
      parser: BodyParser,
    ): Fastify;
    listen(address: { port: number; host: string }): Promise<string>;
    ready(): PromiseLike<Fastify>;
  }
  export default function fastify(options?: { bodyLimit: number }): Fastify;
  export type { Fastify, Handler, Plugin, Request };
}

declare module '@fastify/cookie' {
  import type { Plugin } from 'fastify';

  const cookie: Plugin<object>;
  export default cookie;
}

declare module '@fastify/etag' {
  import type { Plugin } from 'fastify';

  const etag: Plugin<{ weak: boolean }>;
  export default etag;
}

declare module '@fastify/formbody' {
  import type { Plugin } from 'fastify';

  const formbody: Plugin<{ bodyLimit?: number }>;
  export default formbody;
}

declare module '@fastify/static' {
  import type { Plugin } from 'fastify';

  const files: Plugin<{ root: string; prefix: string }>;
  export default files;
}

declare module 'hono' {
  interface Context {
    req: {
      url: string;
      param(): Record<string, string>;
      query(): Record<string, string>;
      queries(name: string): string[] | undefined;
      header(name: string): string | undefined;
      json(): Promise<unknown>;
      parseBody(): Promise<object>;
    };
    get(name: string): unknown;
    set(name: string, value: unknown): void;
    header(name: string, value: string): void;
    text(body: string, status?: number): Response;
    json(body: unknown, status?: number): Response;
  }
  type Handler = (context: Context) => Response | Promise<Response>;
  type Next = () => Promise<void>;
  type Middleware = (context: Context, next: Next) => Response | Promise<unknown>;

  interface Hono extends Record<'get' | 'post' | 'put' | 'delete', (path: string, handler: Handler) => Hono> {
    fetch(request: Request): Response | Promise<Response>;
    use(path: string, middleware: Middleware): Hono;
    route(path: string, app: Hono): Hono;
    onError(handler: (error: Error, context: Context) => Response): Hono;
  }
  const Hono: new () => Hono;

  export { type Context, type Handler, Hono, type Middleware };
}

declare module 'hono/cookie' {
  import type { Context } from 'hono';

  export function getCookie(context: Context, name: string): string | undefined;
}

declare module 'hono/router/reg-exp-router' {
  import type { Router } from 'hono/router/smart-router';

  export const RegExpRouter: new () => Router;
}

declare module 'hono/router/trie-router' {
  import type { Router } from 'hono/router/smart-router';

  export const TrieRouter: new () => Router;
}

declare module 'hono/router/smart-router' {
  export interface Router {
    add(method: string, path: string, handler: () => void): void;
    match(method: string, path: string): [handlers: [handler: () => void, params: unknown][]];
  }
  export const SmartRouter: new (options: { routers: Router[] }) => Router;
}

declare module '@hono/node-server' {
  import type { Server } from 'node:net';
  import type { Hono } from 'hono';

  export function serve(options: { fetch: Hono['fetch']; port: number; hostname: string }): Server;
}

declare module '@hono/node-server/serve-static' {
  import type { Middleware } from 'hono';

  export function serveStatic(options: {
    root: string;
    rewriteRequestPath: (path: string) => string;
  }): Middleware;
}

declare module 'koa' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  interface Context {
    url: string;
    path: string;
    status: number;
    body: unknown;
    params: unknown;
    query: unknown;
    request: { body?: unknown };
    state: { user?: unknown };
    cookies: { get(name: string): string | undefined };
    set(name: string, value: string): void;
  }
  type Middleware = (context: Context, next: () => Promise<void>) => Promise<void> | void;

  export default class Koa {
    silent: boolean;
    use(middleware: Middleware): Koa;
    callback(): (req: IncomingMessage, res: ServerResponse) => void;
  }
  export type { Context, Middleware };
}

declare module '@koa/router' {
  import type { Middleware } from 'koa';

  interface Router
    extends Record<'get' | 'post' | 'put' | 'delete', (path: string, handler: Middleware) => Router> {
    use(middleware: Middleware): Router;
    use(path: string, middleware: Middleware): Router;
    routes(): Middleware;
  }
  const Router: new () => Router;
  export default Router;
}

declare module '@koa/bodyparser' {
  import type { Middleware } from 'koa';

  export function bodyParser(options: { enableTypes: string[] }): Middleware;
}

declare module 'koa-static' {
  import type { Middleware } from 'koa';

  export default function files(folder: string): Middleware;
}

declare module 'h3' {
  interface Event {
    req: { url: string };
    res: { headers: Headers };
    context: { user?: unknown };
  }
  type Handler = (event: Event) => unknown;
  type Middleware = (event: Event, next: () => unknown) => unknown;

  interface H3 extends Record<'get' | 'post' | 'put' | 'delete', (path: string, handler: Handler) => H3> {
    use(middleware: Middleware): H3;
    use(path: string, middleware: Middleware): H3;
    mount(path: string, app: H3): H3;
  }
  interface StaticOptions {
    getContents(id: string): Promise<Buffer>;
    getMeta(id: string): Promise<{ size: number; mtime: number; type: string }>;
  }
  const H3: new (options?: { silent: boolean }) => H3;
  export function getCookie(event: Event, name: string): string | undefined;
  export function getQuery(event: Event): object;
  export function getRouterParams(event: Event): object;
  export function readBody(event: Event): Promise<unknown>;
  export function serveStatic(event: Event, options: StaticOptions): Promise<unknown>;
  export { type Event, H3, type Handler, type Middleware };
}

declare module 'h3/node' {
  import type { IncomingMessage, ServerResponse } from 'node:http';
  import type { H3 } from 'h3';

  export function toNodeHandler(app: H3): (req: IncomingMessage, res: ServerResponse) => void;
}

declare module 'sirv' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  type Serve = (req: IncomingMessage, res: ServerResponse, next?: () => void) => void;
  export default function sirv(folder: string): Serve;
}

declare module 'rou3' {
  export interface Router {
    readonly root: object;
  }
  export function createRouter(): Router;
  export function addRoute(router: Router, method: string, path: string, data: () => void): void;
  export function findRoute(router: Router, method: string, path: string): { data: () => void } | undefined;
}

declare module 'tinybench' {
  interface Task {
    readonly name: string;
    readonly result: { readonly latency: { readonly p50: number } };
  }
  export class Bench {
    constructor(options: { time: number; warmup: boolean; warmupTime: number });
    readonly tasks: readonly Task[];
    add(name: string, run: () => void): Bench;
    run(): Promise<unknown>;
  }
}

declare module 'autocannon' {
  interface Options {
    url: string;
    requests: { method: string; path: string; headers: object; body?: string | undefined }[];
    amount: number;
    connections: number;
    pipelining: number;
    /** Milliseconds between checks whether it is done. */
    sampleInt: number;
    /** Seconds. */
    timeout: number;
  }
  interface Instance extends PromiseLike<Result> {
    on(
      event: 'response',
      listener: (client: unknown, status: number, bytes: number, milliseconds: number) => void,
    ): Instance;
  }
  export interface Result {
    errors: number;
    timeouts: number;
    statusCodeStats: Record<string, { count: number }>;
  }
  export type Autocannon = (options: Options) => Instance;
  const autocannon: Autocannon;
  export default autocannon;
}
