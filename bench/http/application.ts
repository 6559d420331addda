/** Applications as data, which each subject builds in its own way. */
import type { Server } from 'node:net';

export interface Application {
  readonly middlewares: readonly MiddlewareName[];
  readonly routes: readonly Route[];
  readonly routers: readonly Mounted[];
  readonly files: Files | undefined;
  /** Whether errors of handlers are sent as JSON with status 500. */
  readonly errors: boolean;
}

/** An application mounted on a path of another one. */
export interface Mounted extends Application {
  readonly path: string;
}

/** `step` only increments a counter. */
export type MiddlewareName = 'step' | 'json' | 'form' | 'cookies' | 'headers' | 'auth';

/** Sends `value(input)`; `from` names the input. */
export interface Route {
  readonly method: 'get' | 'post' | 'put' | 'delete';
  readonly path: string;
  readonly send: 'text' | 'json';
  readonly from: InputName;
  readonly value: Value;
}

/** `url` is the request target, or an absolute URL that ends with it. */
export type InputName = 'nothing' | 'url' | 'params' | 'query' | 'body' | 'user';

/** Typed loosely: input and result differ for each route. */
export type Value = (input: any) => any;

export interface Files {
  readonly path: string;
  readonly folder: string;
}

/** The address to listen on. */
export interface Address {
  readonly port: number;
  readonly host: string;
}

/** Exported by the module of an adapter: creates a server for an application. */
export type Serve<Options = unknown> = (
  application: Application,
  options: Options,
  address: Address,
) => Server | Promise<Server>;

export function application(parts: Partial<Application>): Application {
  return { middlewares: [], routes: [], routers: [], files: undefined, errors: false, ...parts };
}

export function router(path: string, parts: Partial<Application>): Mounted {
  return { ...application(parts), path };
}

export function route(
  method: Route['method'],
  path: string,
  send: Route['send'],
  from: InputName,
  value: Value,
): Route {
  return { method, path, send, from, value };
}

/** All routes with full paths, for subjects without nested routers. */
export function flatten({ path = '', routes, routers }: Application & { path?: string }): Route[] {
  const inner = [...routes, ...routers.flatMap((one) => flatten({ ...one }))];
  return inner.map((one) => ({ ...one, path: path + one.path }));
}

/** All middlewares as [path, name] in registration order, for the same subjects. */
export function flatMiddlewares({
  path = '',
  middlewares,
  routers,
}: Application & { path?: string }): [path: string, name: MiddlewareName][] {
  const inner = [
    ...middlewares.map((name): [string, MiddlewareName] => ['', name]),
    ...routers.flatMap(flatMiddlewares),
  ];
  return inner.map(([below, name]) => [path + below, name]);
}
