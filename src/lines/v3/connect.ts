import http from 'node:http';
import parseurl from 'parseurl';
import type { AnyHandler, Next } from '../../contracts/handler.js';
import { protohostOf } from '../../dispatch/url.js';
import { noteSource } from '../../registration/sources.js';
import { finalHandler } from './final.js';

/** A layer of an application's stack: both fields are public, and may be changed at any time. */
export interface StackLayer {
  route: string;
  handle: AnyHandler;
}

export interface Stacked {
  stack: StackLayer[];
}

/** Appends a handler, a server or an object with a `handle` to the stack. */
export function appendLayer(target: Stacked, path: string, handler: any): void {
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

/** Runs a request through the stack. */
export function handle(this: Stacked, req: any, res: any, out?: Next): void {
  new Frame(this.stack, req, res, out || finalHandler(req, res)).next();
}

/** Nested handlers before `setImmediate` unwinds the call stack, which in Express overflows at about 3,500. */
const MAX_DEPTH = 500;

/** The state of one request in one application's stack. */
class Frame {
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
  /** How many handlers are on the call stack, each called by the one before. */
  declare depth: number;

  constructor(stack: StackLayer[], req: any, res: any, out: Next) {
    this.stack = stack;
    this.req = req;
    this.res = res;
    this.out = out;
    // `console.log(req)` shows its name.
    const next: Next = (error?: unknown) => advance(this, error);
    this.next = next;
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

function advance(frame: Frame, error: unknown): void {
  const { req } = frame;
  if (frame.depth > MAX_DEPTH) {
    setImmediate(advance, frame, error);
    return;
  }
  restoreUrl(frame);
  req.originalUrl = req.originalUrl || req.url;
  // Parsed once for all layers that are skipped.
  let path: string | null = null;
  for (;;) {
    const layer = frame.stack[frame.index++];
    if (!layer) {
      setImmediate(frame.out, error as Error);
      return;
    }
    try {
      path ??= parseurl(req)!.pathname ?? '/';
      if (!isBelow(path, layer.route)) continue;
      if (callLayer(frame, layer, error)) return;
    } catch (thrown) {
      advance(frame, thrown);
      return;
    }
    restoreUrl(frame);
  }
}

/** Calls a layer; false if it is skipped, because it is for errors and there is none, or the other way round. */
function callLayer(frame: Frame, layer: StackLayer, error: unknown): boolean {
  const { req, res, next } = frame;
  trimUrl(frame, layer.route);
  const arity = layer.handle.length;
  // A `handle` without a length, which is not a function, is also skipped.
  if (error ? arity !== 4 : !(arity < 4)) return false;
  frame.depth++;
  try {
    if (error) layer.handle(error, req, res, next);
    else layer.handle(req, res, next);
  } finally {
    frame.depth--;
  }
  return true;
}

/** A mount path ends before a slash, a dot, or at the end of the path. */
export function isBelow(path: string, route: string): boolean {
  if (route === '') return path[0] === '/' || path[0] === '.' || path === '';
  if (!path.startsWith(route) && !path.toLowerCase().startsWith(route.toLowerCase())) return false;
  const following = path[route.length];
  return !following || following === '/' || following === '.';
}

function trimUrl(frame: Frame, route: string): void {
  const { req, protohost } = frame;
  frame.removed = route;
  if (route !== '') req.url = protohost + req.url.slice(protohost.length + route.length);
  if (!frame.absolute && req.url[0] !== '/') {
    req.url = `/${req.url}`;
    frame.slashAdded = true;
  }
}

function restoreUrl(frame: Frame): void {
  const { req, protohost, removed } = frame;
  if (frame.slashAdded) {
    req.url = req.url.slice(1);
    frame.slashAdded = false;
  }
  // As in connect: if a layer has rewritten an absolute URL, it is sliced at the length of protocol and host.
  if (removed === '' && protohost === '') return;
  req.url = protohost + removed + req.url.slice(protohost.length);
  frame.removed = '';
}
