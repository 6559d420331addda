/** The parts of Express and maglev that the benchmarks use, in any line. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Server } from 'node:net';

export interface Framework extends Parsers {
  (): App;
  Router(options?: { mergeParams: boolean }): Router;
  static(folder: string): Handler;
}

/** Factories of middlewares that read bodies. */
export interface Parsers {
  json(options?: { limit: number }): Handler;
  urlencoded(options?: { limit?: number; extended?: boolean }): Handler;
  raw(options?: { limit: number }): Handler;
  text(options?: { limit: number }): Handler;
}

export interface Router extends Registering {
  handle(req: object, res: object, next: (error?: Error) => void): void;
  /** Only in maglev: compiles before the first request, so that no request waits for it. */
  compile?(): object;
}

export interface App extends Registering {
  (req: object, res: object): void;
  set(name: string, value: unknown): void;
  disable(name: string): void;
  get(setting: string): any;
  get(path: string, ...handlers: Handler[]): unknown;
  compile?(): object;
  listen(...address: readonly (number | string | (() => void))[]): Server;
}

type Registering = Record<
  'get' | 'post' | 'put' | 'delete',
  (path: string, ...handlers: Handler[]) => any
> & {
  use(...handlers: (Handler | Router)[]): unknown;
  use(path: string, ...handlers: (Handler | Router)[]): unknown;
  use(handler: ErrorHandler): unknown;
};

export type Handler = (req: Req, res: Res, next: (error?: Error) => void) => unknown;
export type ErrorHandler = (error: Error, req: Req, res: Res, next: () => void) => unknown;

/** Properties that middlewares and routers add, typed loosely. */
export interface Parsed {
  url?: string | undefined;
  params?: any;
  query?: any;
  body?: any;
  user?: unknown;
}

export type Req = IncomingMessage & Parsed & { cookies?: any; get(name: string): string };

export interface Res extends ServerResponse {
  send(body: unknown): void;
  json(body: unknown): void;
  status(code: number): Res;
  set(name: string, value: string): Res;
}
