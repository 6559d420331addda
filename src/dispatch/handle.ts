import { type DispatchList, type Entry, GUARDED, type InnerList, type Params } from '../../compiler/ir.js';
import type { Program } from '../../compiler/program.js';
import type { LayerLike, Next } from '../registration/layer.js';
import { MAX_SYNC, type RouteLike } from '../registration/route.js';
import type { RouterLike } from '../registration/router.js';
import type { Table } from '../registration/table.js';
import { type CalledParams, hasCallbacks, mergeParams, processParams } from './params.js';
import { protohostOf, readUrl, type UrlReading } from './url.js';

/** Runs a request through a router; `callback` gets whatever is not answered. */
export function handle(router: RouterLike, table: Table, req: any, res: any, callback: Next): void {
  const frame = new Frame(router, table, req, res, callback);
  if (entering !== null) resume(frame, entering);
  frame.next();
}

/**
 * One request in one router. Where the program has a list for the path, `list` holds the layers to try; where it
 * is null, the stack itself is scanned from `index` on.
 *
 * All state of a request lives here: fields are set in one order, so that all frames share one hidden class, and a frame
 * is as young as its request, so that storing new strings and objects in it costs no write barrier.
 */
class Frame implements UrlReading {
  declare readonly router: RouterLike;
  declare readonly table: Table;
  declare readonly stack: LayerLike[];
  declare readonly req: any;
  declare readonly res: any;
  declare readonly callback: Next;
  declare readonly next: Next;
  declare index: number;
  declare sync: number;
  declare list: DispatchList<LayerLike> | null;
  /** The table whose program the list is from: this router's, or that of one it is mounted in. */
  declare origin: Table;
  declare cursor: number;
  /** How many layers of the stack the list speaks for. */
  declare limit: number;
  /** The version of the table that the list was made from. */
  declare version: number;
  /** What the list was looked up for. */
  declare url: unknown;
  declare path: string | null | undefined;
  declare method: unknown;
  declare literal: boolean;
  declare regular: boolean;
  declare key: string;
  declare slashed: boolean;
  declare encoded: boolean;
  /** What the layer that runs has matched. */
  declare params: Params | undefined;
  declare layerPath: string;
  /** What a mount took off the url, and the urls before and after. */
  declare removed: string;
  declare slashAdded: boolean;
  declare fullUrl: string | null;
  declare trimmedUrl: string;
  /** The list that goes on inside a mount, and the url and path that it is for. */
  declare inner: InnerList<LayerLike> | null;
  declare innerUrl: unknown;
  declare innerPath: string;
  declare readonly protohost: string;
  declare readonly parentParams: unknown;
  declare readonly savedUrl: unknown;
  declare readonly savedNext: unknown;
  declare called: CalledParams | null;
  declare readonly allowed: string[] | null;

  constructor(router: RouterLike, table: Table, req: any, res: any, callback: Next) {
    this.router = router;
    this.table = table;
    this.stack = table.layers;
    this.req = req;
    this.res = res;
    this.callback = callback;
    this.next = (error?: unknown) => advance(this, error);
    this.index = 0;
    this.sync = 0;
    this.list = null;
    this.origin = table;
    this.cursor = 0;
    this.limit = 0;
    this.version = -1;
    this.url = UNREAD;
    this.path = null;
    this.method = undefined;
    this.literal = false;
    this.regular = false;
    this.key = '';
    this.slashed = false;
    this.encoded = false;
    this.params = undefined;
    this.layerPath = '';
    this.removed = '';
    this.slashAdded = false;
    this.fullUrl = null;
    this.trimmedUrl = '';
    this.inner = null;
    this.innerUrl = '';
    this.innerPath = '';
    this.protohost = protohostOf(req.url);
    this.parentParams = req.params;
    this.savedUrl = req.baseUrl;
    this.savedNext = req.next;
    this.called = null;
    this.allowed = req.method === 'OPTIONS' ? [] : null;

    req.next = this.next;
    req.baseUrl = this.savedUrl || '';
    req.originalUrl = req.originalUrl || req.url;
  }
}

/** A url that no request has, so that the first step reads it. */
const UNREAD = Symbol('unread');

/** Takes the next step; this is what handlers call. */
function advance(frame: Frame, error: unknown): void {
  const { req, stack } = frame;
  const layerError = error === 'route' ? null : error;
  if (frame.removed !== '') restoreUrl(frame);
  if (layerError === 'router') {
    setImmediate(finish, frame, null);
  } else if (frame.index >= stack.length) {
    setImmediate(finish, frame, layerError);
  } else if (++frame.sync > MAX_SYNC) {
    setImmediate(frame.next, error);
  } else {
    if (req.url !== frame.url) locate(frame);
    else if (req.method !== frame.method || frame.version !== frame.table.version) seek(frame);
    if (frame.path == null) finish(frame, layerError);
    else search(frame, frame.path, layerError);
  }
}

/** Reads the path anew and finds its list. */
function locate(frame: Frame): void {
  readUrl(frame.req, frame);
  frame.url = frame.req.url;
  seek(frame);
}

/** Finds the list for the path and method of the moment, and the place in it where this frame is. */
function seek(frame: Frame): void {
  const { table, version } = frame;
  frame.method = frame.req.method;
  frame.version = table.version;
  frame.list = null;
  frame.origin = table;
  // A table that changes under a request is scanned by it: the array shows every change at once.
  if ((version !== -1 && version !== table.version) || frame.stack !== table.layers) return;
  const program = table.ready();
  if (program !== null && frame.regular && frame.index < program.length) follow(frame, program);
}

function follow(frame: Frame, program: Program<LayerLike>): void {
  const list = program.find(frame.method as string, frame);
  frame.list = list;
  frame.limit = program.length;
  let cursor = 0;
  if (list !== null && frame.index > 0) {
    while (cursor < list.length && list[cursor]!.index < frame.index) cursor++;
  }
  frame.cursor = cursor;
}

/**
 * Finds the next layer that wants this request and runs it. This is the hottest loop: it allocates nothing but
 * the parameters of the layer that runs.
 */
function search(frame: Frame, path: string, pending: unknown): void {
  const { stack, req } = frame;
  let layerError = pending;
  for (;;) {
    let entry: Entry<LayerLike> | null = null;
    let layer: LayerLike;
    const { list } = frame;
    if (list !== null) {
      if (frame.cursor >= list.length) {
        frame.list = null;
        if (frame.index < frame.limit) frame.index = frame.limit;
        continue;
      }
      entry = list[frame.cursor++]!;
      layer = entry.layer;
      frame.index = entry.index + 1;
    } else {
      if (frame.index >= stack.length) break;
      layer = stack[frame.index++]!;
    }

    let matched: unknown;
    try {
      matched =
        entry === null || entry.certainty === GUARDED ? ask(frame, layer, path) : take(frame, entry, path);
    } catch (thrown) {
      matched = thrown;
    }
    if (typeof matched !== 'boolean') layerError = layerError || matched;
    if (matched !== true) continue;

    const { route } = layer;
    if (route && (layerError || !accepts(frame, route))) continue;
    if (route) req.route = route;
    enter(frame, layer, entry, route, layerError, path);
    return;
  }
  finish(frame, layerError);
}

function ask(frame: Frame, layer: LayerLike, path: string): unknown {
  const matched = layer.match(path);
  frame.params = layer.params;
  frame.layerPath = layer.path!;
  return matched;
}

/** Does for a layer that is known to match what its own `match` would. */
function take(frame: Frame, entry: Entry<LayerLike>, path: string): true {
  const { layer, extractor } = entry;
  const { table } = frame;
  if (extractor === null) {
    frame.params = {};
    frame.layerPath = '';
  } else {
    const params: Params = table.line.dialect.createParams();
    const end = extractor.extract(path, params);
    frame.params = params;
    // A slash that ends the path belongs to the match; a route takes all of it anyway.
    frame.layerPath = end >= path.length - 1 || layer.route ? path : path.slice(0, end);
    if (table.exposed) table.line.setKeys(layer, extractor.names);
  }
  if (table.exposed) {
    layer.params = frame.params;
    layer.path = frame.layerPath;
  }
  return true;
}

/** Whether a route is to run for the method; collects the methods that OPTIONS will list. */
function accepts(frame: Frame, route: RouteLike): boolean {
  const { method } = frame.req;
  if (route.handlesMethod(method)) return true;
  if (method === 'OPTIONS' && frame.allowed !== null) frame.allowed.push(...route.listMethods());
  return method === 'HEAD';
}

/** Sets the layer's parameters, runs their callbacks if there are any, and then the layer. */
function enter(
  frame: Frame,
  layer: LayerLike,
  entry: Entry<LayerLike> | null,
  route: RouteLike | undefined,
  layerError: unknown,
  path: string,
): void {
  const { router, req, table, layerPath } = frame;
  req.params = router.mergeParams ? mergeParams(frame.params, frame.parentParams) : frame.params;
  const keys = entry !== null && entry.certainty !== GUARDED ? namesOf(entry) : table.line.keysOf(layer);
  if ((keys.length === 0 || !hasCallbacks(router.params, keys)) && isPristine(router, table)) {
    run(frame, layer, entry, route, layerError, layerPath, path);
    frame.sync = 0;
    return;
  }
  const done = (error?: unknown): void => {
    if (error) frame.next(layerError || error);
    else run(frame, layer, entry, route, layerError, layerPath, path);
    frame.sync = 0;
  };
  frame.called ??= {};
  const { paramsMethod } = table.line;
  if (paramsMethod !== null) (router as any)[paramsMethod](layer, frame.called, req, frame.res, done);
  else processParams(table.line, router.params, keys, frame.called, req, frame.res, done);
}

const NO_NAMES: readonly string[] = [];

function namesOf(entry: Entry<LayerLike>): readonly string[] {
  return entry.extractor === null ? NO_NAMES : entry.extractor.names;
}

/** Whether the public way to parameter callbacks, where a line has one, is still its own. */
function isPristine(router: RouterLike, table: Table): boolean {
  const { paramsMethod, pristineParams } = table.line;
  return paramsMethod === null || (router as any)[paramsMethod] === pristineParams();
}

function run(
  frame: Frame,
  layer: LayerLike,
  entry: Entry<LayerLike> | null,
  route: RouteLike | undefined,
  layerError: unknown,
  layerPath: string,
  path: string,
): void {
  const { req, res } = frame;
  if (route) {
    layer.handleRequest(req, res, frame.next);
    return;
  }
  if (layerPath.length !== 0 && !trim(frame, layerPath, path)) {
    frame.next(layerError);
    return;
  }
  if (layerError) {
    layer.handleError(layerError, req, res, frame.next);
    return;
  }
  if (entry === null || entry.inner === null) {
    layer.handleRequest(req, res, frame.next);
    return;
  }
  prepare(frame, entry.inner, path.slice(layerPath.length) || '/');
  layer.handleRequest(req, res, frame.next);
  entering = null;
}

/** Takes a mount's part off the url; false if what the layer matched is not a part of the path that ends there. */
function trim(frame: Frame, layerPath: string, path: string): boolean {
  const { req, protohost, savedUrl } = frame;
  if (!path.startsWith(layerPath)) return false;
  const behind = path[layerPath.length];
  if (behind && behind !== '/' && !(behind === '.' && frame.table.line.dotEndsMount)) return false;
  const url: string = req.url;
  let rest = protohost + url.slice(protohost.length + layerPath.length);
  if (protohost === '' && rest.charCodeAt(0) !== 47) {
    rest = `/${rest}`;
    frame.slashAdded = true;
  }
  frame.removed = layerPath;
  // Only then is what was taken off really what the url began with.
  frame.fullUrl = frame.literal && url === frame.url ? url : null;
  frame.trimmedUrl = rest;
  req.url = rest;
  req.baseUrl = (savedUrl || '') + (layerPath.endsWith('/') ? layerPath.slice(0, -1) : layerPath);
  return true;
}

/** Puts back what a mount took off, on whatever the url has become meanwhile. */
function restoreUrl(frame: Frame): void {
  const { req, protohost, removed } = frame;
  // The string it was before saves a concatenation, and lets the next step see at once that nothing changed.
  if (frame.fullUrl !== null && req.url === frame.trimmedUrl) {
    req.url = frame.fullUrl;
  } else {
    if (frame.slashAdded) req.url = req.url.slice(1);
    req.url = protohost + removed + req.url.slice(protohost.length);
  }
  frame.slashAdded = false;
  frame.removed = '';
  req.baseUrl = frame.savedUrl || '';
}

/** Ends the router: answers OPTIONS if nobody did, or hands back what it found with everything restored. */
function finish(frame: Frame, error: unknown): void {
  const { allowed } = frame;
  if (allowed === null || error || allowed.length === 0) {
    leave(frame, error);
    return;
  }
  try {
    frame.table.line.answerOptions(frame.res, allowed);
  } catch (thrown) {
    leave(frame, thrown);
  }
}

function leave(frame: Frame, error: unknown): void {
  const { req } = frame;
  req.baseUrl = frame.savedUrl;
  req.next = frame.savedNext;
  req.params = frame.parentParams;
  frame.callback(error);
}

/**
 * The frame of a mount whose list goes on inside the router mounted there. It is handed over beside the call and not
 * through it, so that everything in between (layer, router, application) may be wrapped or replaced by anyone; it is
 * used only if the very same request arrives there at once, with the very same url.
 */
let entering: Frame | null = null;

function prepare(frame: Frame, inner: InnerList<LayerLike>, path: string): void {
  const { req } = frame;
  // Then what the mounted router will read off the url is what is left of the path.
  const plain = frame.removed === '' ? req.url === frame.url : frame.fullUrl !== null;
  if (!plain) return;
  if ((inner.owner as Table).version !== inner.version) {
    frame.origin.outdate();
    return;
  }
  frame.inner = inner;
  frame.innerUrl = req.url;
  frame.innerPath = path;
  entering = frame;
}

function resume(frame: Frame, parent: Frame): void {
  entering = null;
  const { req, table } = frame;
  const inner = parent.inner!;
  const same = parent.req === req && parent.innerUrl === req.url && parent.method === req.method;
  if (!same || inner.owner !== table || inner.version !== table.version || frame.stack !== table.layers)
    return;
  frame.url = req.url;
  frame.path = parent.innerPath;
  frame.literal = parent.literal;
  frame.method = req.method;
  frame.version = inner.version;
  frame.list = inner.list;
  frame.limit = inner.length;
  frame.origin = parent.origin;
  if (table.hasLongTail(inner.length)) parent.origin.outdate();
}
