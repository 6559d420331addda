import http from 'node:http';
import parseurl from 'parseurl';
import type { AnyHandler, Next } from '../../contracts/handler.js';
import { protohostOf } from '../../dispatch/url.js';
import { noteSource } from '../../registration/sources.js';
import { finalHandler } from './final.js';

/** A step of an application's stack: both fields are public, and may be changed at any time. */
export interface StackLayer {
  route: string;
  handle: AnyHandler;
}

/** Whatever keeps a stack of layers. */
export interface Stacked {
  stack: StackLayer[];
}

/** Puts a handler, a server or something with a `handle` of its own at the end of the stack. */
export function push(target: Stacked, path: string, handler: any): void {
  let handle = handler;
  if (typeof handler.handle === 'function') {
    handler.route = path;
    handle = (req: any, res: any, next: Next) => handler.handle(req, res, next);
  }
  if (handle instanceof http.Server) handle = handle.listeners('request')[0];
  const layer = { route: path.endsWith('/') ? path.slice(0, -1) : path, handle };
  noteSource(layer);
  target.stack.push(layer);
}

/** Sends a request down the stack. */
export function handle(this: Stacked, req: any, res: any, out?: Next): void {
  new Walk(this.stack, req, res, out || finalHandler(req, res)).next();
}

/** Handlers inside one another before the stack gets a rest; Express, which gives none, dies of some 3,500. */
const MAX_DEPTH = 500;

/** One request in one stack. */
class Walk {
  declare readonly stack: StackLayer[];
  declare readonly req: any;
  declare readonly res: any;
  declare readonly out: Next;
  declare readonly next: Next;
  declare readonly absolute: boolean;
  declare readonly protohost: string;
  declare index: number;
  declare removed: string;
  declare slashAdded: boolean;
  /** How many of its handlers are running at the moment, each called by the one before. */
  declare depth: number;

  constructor(stack: StackLayer[], req: any, res: any, out: Next) {
    this.stack = stack;
    this.req = req;
    this.res = res;
    this.out = out;
    this.next = (error?: unknown) => advance(this, error);
    this.absolute = isAbsolute(req.url);
    this.protohost = protohostOf(req.url);
    this.index = 0;
    this.removed = '';
    this.slashAdded = false;
    this.depth = 0;
  }
}

function isAbsolute(url: string): boolean {
  return url[0] !== '/' && url.split('?', 1)[0]!.includes('://');
}

function advance(walk: Walk, error: unknown): void {
  const { req } = walk;
  if (walk.depth > MAX_DEPTH) {
    setImmediate(advance, walk, error);
    return;
  }
  restoreUrl(walk);
  req.originalUrl = req.originalUrl || req.url;
  // Read once for all the layers that are passed over.
  let path: string | null = null;
  for (;;) {
    const layer = walk.stack[walk.index++];
    if (!layer) {
      setImmediate(walk.out, error as Error);
      return;
    }
    try {
      path ??= parseurl(req)!.pathname ?? '/';
      if (!isBelow(path, layer.route)) continue;
      if (run(walk, layer, error)) return;
    } catch (thrown) {
      advance(walk, thrown);
      return;
    }
    restoreUrl(walk);
  }
}

/** Runs a layer; false if it wants errors and there is none, or the other way round. */
function run(walk: Walk, layer: StackLayer, error: unknown): boolean {
  const { req, res, next } = walk;
  trimUrl(walk, layer.route);
  const arity = layer.handle.length;
  // Written so that a handle without a length, which is no function, is passed over.
  if (error ? arity !== 4 : !(arity < 4)) return false;
  walk.depth++;
  try {
    if (error) layer.handle(error, req, res, next);
    else layer.handle(req, res, next);
  } finally {
    walk.depth--;
  }
  return true;
}

/** A mount ends where a segment does, or an extension begins. */
export function isBelow(path: string, route: string): boolean {
  if (route === '') return path[0] === '/' || path[0] === '.' || path === '';
  if (!path.startsWith(route) && !path.toLowerCase().startsWith(route.toLowerCase())) return false;
  const behind = path[route.length];
  return !behind || behind === '/' || behind === '.';
}

function trimUrl(walk: Walk, route: string): void {
  const { req, protohost } = walk;
  walk.removed = route;
  if (route !== '') req.url = protohost + req.url.slice(protohost.length + route.length);
  if (!walk.absolute && req.url[0] !== '/') {
    req.url = `/${req.url}`;
    walk.slashAdded = true;
  }
}

function restoreUrl(walk: Walk): void {
  const { req, protohost, removed } = walk;
  if (walk.slashAdded) {
    req.url = req.url.slice(1);
    walk.slashAdded = false;
  }
  // With a host in front, a url that somebody has rewritten meanwhile is cut where the host was.
  if (removed === '' && protohost === '') return;
  req.url = protohost + removed + req.url.slice(protohost.length);
  walk.removed = '';
}
