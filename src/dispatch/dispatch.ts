/**
 * How a router dispatches a request. Read this file from top to bottom:
 *
 * 1. Entry: `handle` creates the frame, which holds the state of the request in this router.
 * 2. Lookup: `lookUpByUrl` finds the dispatch list of the path. A mounted router continues with the list that was
 *    compiled for it inside its parent's (`applyPendingMount`).
 * 3. The loop: `runNextLayer` finds the next layer that matches, sets its params and runs it, which calls the handler.
 * 4. Mounts: the mounted router gets the inner list that was compiled for this entry. If nobody has patched its `handle`, it is
 *    entered without calling that (`createChildFrame`).
 * 5. next: the handler calls `next`, which repeats step 3.
 * 6. Finish: after the last layer, `finishRouter` restores the request and calls the callback.
 *
 * The other files are match.ts (what an entry of a list tells about its layer), skip.ts (mounted routers that need no frame), url.ts
 * (the URL of a frame), params.ts (callbacks of `router.param`), run-layer.ts (running one layer, with tracing) and final.ts (404, 405
 * and error pages).
 */
import {
  type DispatchList,
  type Entry,
  type InnerList,
  MATCH_ALL,
  RemainingParts,
} from '../../compiler/ir.js';
import { endOf, flagsOfKey, MUST_SCAN, readPath } from '../../compiler/path.js';
import type { Program } from '../../compiler/program.js';
import type { Next } from '../contracts/handler.js';
import type { LayerLike } from '../contracts/layer.js';
import type { RouteLike } from '../contracts/route.js';
import type { RouterLike } from '../contracts/router.js';
import { MAX_SYNC, RouteState } from '../registration/route.js';
import type { Table } from '../registration/table.js';
import {
  applyMatch,
  canEnter,
  entryParamNames,
  findMountedRouter,
  isCertain,
  isParamsMethodOriginal,
} from './match.js';
import { type CalledParams, hasCallbacks, mergeParams, processParams } from './params.js';
import { isOfOtherLine, lookForSubscribers, runLayer, tracing } from './run-layer.js';
import { type SkippedRouter, skipRouters } from './skip.js';
import {
  isParsed,
  keepParsed,
  protohostOf,
  readUrl,
  restoreUrl,
  TrimmedUrl,
  trimUrl,
  type UrlState,
} from './url.js';

// 1. Entry

/** Runs a request through a router; `callback` is called if no layer sends a response, with the error if there is one. */
export function handle(router: RouterLike, table: Table, req: any, res: any, callback: Next): void {
  lookForSubscribers();
  const frame = createFrame(router, table, req, res, callback);
  applyPendingMount(frame);
  if (frame.stack.length === 0) {
    setImmediate(finishRouter, frame, undefined);
    return;
  }
  frame.syncDepth = 1;
  // Not `updateList`, which would read the request again: the frame has just been created from it.
  if (frame.tableVersion === NOT_LOOKED_UP) lookUpByUrl(frame, frame.url, frame.method);
  runNextLayer(frame, undefined);
}

/** `tableVersion` of a frame that has not looked up its path yet; no table has this version. */
const NOT_LOOKED_UP = -1;

/**
 * The state of one request in one router. If the program has a dispatch list for the path, `list` has the layers to try.
 * If `list` is null, the stack is scanned from `index` on.
 *
 * V8 needs no write barrier to store new strings and objects here, because the frame is as young as they are.
 */
export interface Frame extends UrlState {
  readonly router: RouterLike;
  readonly table: Table;
  stack: LayerLike[];
  readonly req: any;
  readonly res: any;
  callback: Next;
  next: Next;
  /** Position in the stack after the last layer that was tried. */
  index: number;
  /** How many nested layers have called `next` synchronously. */
  syncDepth: number;
  /** The entries of the dispatch list, or those of its current part. */
  list: readonly Entry<LayerLike>[] | null;
  /** The parts that follow `list`; null for most lists, which have no parts. */
  remaining: RemainingParts<LayerLike> | null;
  /** The table whose program the list comes from: that of this router, or of a router above it. */
  programTable: Table;
  /** Position in `list` of the entry to try next. */
  cursor: number;
  /** Set by `findLayer` for the layer it found: the entry, if it is from a list, the error to pass, and the matched path. */
  entry: Entry<LayerLike> | null;
  error: unknown;
  matchedPath: string;
  /** How many layers of the stack were compiled into the list; those after them are scanned. */
  compiledLength: number;
  /** The table's version when the list was looked up, or NOT_LOOKED_UP. */
  tableVersion: number;
  /** The method that the list was looked up for. */
  method: unknown;
  /** The values of the request before it entered this router; `exitRouter` restores them, as well as `parentBaseUrl`. */
  readonly parentParams: unknown;
  parentNext: unknown;
  /** The routers between this one and the last one that has a frame; null if there are none. */
  skipped: SkippedRouter | null;
  /** The results of param callbacks, each of which runs once per value. */
  calledParams: CalledParams | null;
  /** The methods that an automatic response to OPTIONS lists; null for other methods. */
  readonly allowed: string[] | null;
}

/** The value of `frame.next` until `createNext` is called, which needs the frame. */
const UNSET: Next = () => {};

/** Creates the frame of a router from the request, and sets on the request what handlers see. */
export function createFrame(router: RouterLike, table: Table, req: any, res: any, callback: Next): Frame {
  // Read one by one: users see which of them is missing if there is no request, and Express reads the method first.
  const method = req.method;
  const url = req.url;
  const baseUrl = req.baseUrl;
  const frame = newFrame(router, table, req, res, callback, method, url, req.params, baseUrl, req.next);
  req.next = frame.next;
  if (!baseUrl) req.baseUrl = '';
  if (!req.originalUrl) req.originalUrl = url;
  return frame;
}

/**
 * V8 copies an object literal from a template, so all frames share one hidden class. Requests have many hidden classes, because
 * middleware adds properties to them: each of their properties is read once, and written only if it changes.
 */
function newFrame(
  router: RouterLike,
  table: Table,
  req: any,
  res: any,
  callback: Next,
  method: unknown,
  url: unknown,
  parentParams: unknown,
  parentBaseUrl: unknown,
  parentNext: unknown,
): Frame {
  const frame: Frame = {
    router,
    table,
    stack: table.layers,
    req,
    res,
    callback,
    next: UNSET,
    index: 0,
    syncDepth: 0,
    list: null,
    remaining: null,
    programTable: table,
    cursor: 0,
    entry: null,
    error: undefined,
    matchedPath: '',
    compiledLength: 0,
    tableVersion: NOT_LOOKED_UP,
    url,
    path: null,
    method,
    startsWithPath: false,
    pathFlags: MUST_SCAN,
    trim: null,
    protohost: protohostOf(url),
    parentParams,
    parentBaseUrl,
    parentNext,
    skipped: null,
    calledParams: null,
    allowed: method === 'OPTIONS' ? [] : null,
  };
  frame.next = createNext(frame);
  return frame;
}

// 2. Lookup: the dispatch list of a path

/** Finds the list again if the request or the table has changed since the last lookup. */
function updateList(frame: Frame): void {
  if (frame.table.hasEscaped) frame.table.checkEscapedBetweenLayers();
  const { url, method } = frame.req;
  if (frame.tableVersion === NOT_LOOKED_UP || url !== frame.url) lookUpByUrl(frame, url, method);
  else if (method !== frame.method || frame.tableVersion !== frame.table.version) lookUpByPath(frame, method);
}

/** Reads the URL and finds the list for its path. */
function lookUpByUrl(frame: Frame, url: unknown, method: unknown): void {
  const program = prepareLookup(frame, method);
  frame.url = url;
  const leaf =
    program === null || typeof url !== 'string' ? undefined : program.findStaticLeaf(method as string, url);
  if (leaf === undefined) {
    readUrl(frame.req, frame);
    if (program !== null && frame.pathFlags !== MUST_SCAN) lookUpInProgram(frame, program);
  } else {
    frame.path = url as string;
    frame.startsWithPath = true;
    frame.pathFlags = flagsOfKey(url as string);
    applyList(frame, program!, leaf.plain);
  }
}

/** Finds the list for the path that the frame has already read. */
function lookUpByPath(frame: Frame, method: unknown): void {
  const program = prepareLookup(frame, method);
  if (program !== null && frame.pathFlags !== MUST_SCAN) lookUpInProgram(frame, program);
}

/** Resets the frame's list, and returns the program to look up the new one in; null if the frame has to scan the stack. */
function prepareLookup(frame: Frame, method: unknown): Program<LayerLike> | null {
  const { table, tableVersion: lastVersion } = frame;
  frame.method = method;
  frame.tableVersion = table.version;
  frame.list = null;
  frame.programTable = table;
  // If the table has changed during the request, the frame scans the stack, as Express does.
  if ((lastVersion !== NOT_LOOKED_UP && lastVersion !== table.version) || frame.stack !== table.layers)
    return null;
  const program = table.getProgram();
  return program !== null && frame.index < program.length ? program : null;
}

function lookUpInProgram(frame: Frame, program: Program<LayerLike>): void {
  applyList(frame, program, program.findList(frame.method as string, frame.path!, frame.pathFlags));
}

/** Sets the frame's list. If it is null, the stack is scanned. */
function applyList(frame: Frame, program: Program<LayerLike>, list: DispatchList<LayerLike> | null): void {
  frame.compiledLength = program.length;
  if (list !== null) enterListAt(frame, list, frame.index);
}

/** Skips the entries of layers that the frame has already tried. */
function enterListAt(frame: Frame, list: DispatchList<LayerLike>, index: number): void {
  enterList(frame, list, null);
  while (frame.remaining !== null && index > 0 && lastIndex(frame.list!) < index)
    enterNextPart(frame, frame.remaining);
  const entries = frame.list!;
  let cursor = 0;
  while (cursor < entries.length && entries[cursor]!.index < index) cursor++;
  frame.cursor = cursor;
}

function lastIndex(entries: readonly Entry<LayerLike>[]): number {
  return entries[entries.length - 1]!.index;
}

/** Moves the frame to the first entries of a list; `after` is what follows the list. */
function enterList(
  frame: Frame,
  list: DispatchList<LayerLike>,
  after: RemainingParts<LayerLike> | null,
): void {
  frame.cursor = 0;
  frame.list = list.entries;
  frame.remaining = after;
  if (list.entries === null) enterParts(frame, list, after);
}

/** Long lists are trees of parts. Only these allocate: a `RemainingParts` for each level of the tree. */
function enterParts(
  frame: Frame,
  list: DispatchList<LayerLike>,
  after: RemainingParts<LayerLike> | null,
): void {
  let inner = list;
  let remaining = after;
  while (inner.parts !== null) {
    remaining = new RemainingParts(inner.parts, 1, remaining);
    inner = inner.parts[0]!;
  }
  frame.list = inner.entries;
  frame.remaining = remaining;
}

/** Moves the frame to the next part, when it has tried all entries of the current one. */
function enterNextPart(frame: Frame, { parts, next, after }: RemainingParts<LayerLike>): void {
  enterList(
    frame,
    parts[next]!,
    next + 1 < parts.length ? new RemainingParts(parts, next + 1, after) : after,
  );
}

// 3. The loop: find the next layer, set its params, run it

/**
 * Finds the next layer that matches, and runs it. While a layer runs, only `next`, this function and `runMatchedLayer`
 * of this file are on the call stack, once for each layer that calls `next` synchronously; or only `next`, for a plain middleware.
 */
function runNextLayer(frame: Frame, pendingError: unknown): unknown {
  const parsed = frame.req._parsedUrl;
  if (parsed == null || parsed._raw !== frame.url) setParsedUrl(frame);
  else if (parsed.pathname !== frame.path) applyParsedPath(frame, parsed);
  const { path } = frame;
  if (path == null) return finishRouter(frame, pendingError);
  const layer = findLayer(frame, path, pendingError);
  if (layer === null) return finishRouter(frame, frame.error);
  if (setParams(frame, layer)) {
    frame.matchedPath = layer.path!;
    runMatchedLayer(frame, layer, path);
    frame.syncDepth = 0;
  } else {
    runParamCallbacks(frame, layer, path);
  }
  return undefined;
}

/** Sets `req._parsedUrl` again. If a handler has replaced the object, a path that was set on the old one is lost. */
function setParsedUrl(frame: Frame): void {
  keepParsed(frame.req, frame);
  if (frame.startsWithPath) return;
  const parsed = frame.req._parsedUrl;
  if (parsed != null && parsed._raw === frame.url && parsed.pathname !== frame.path)
    applyParsedPath(frame, parsed);
}

/** Takes the path from `req._parsedUrl` if a handler has changed it there, as Express does, regardless of `req.url`. */
function applyParsedPath(frame: Frame, parsed: { readonly pathname: string | null }): void {
  if (!isParsed(parsed)) {
    keepParsed(frame.req, frame);
    return;
  }
  const path = parsed.pathname;
  frame.path = path;
  frame.startsWithPath = false;
  frame.pathFlags = typeof path === 'string' ? readPath(path) : MUST_SCAN;
  if (frame.pathFlags !== MUST_SCAN && endOf(frame.pathFlags) !== path!.length) frame.pathFlags = MUST_SCAN;
  lookUpByPath(frame, frame.method);
}

/**
 * Finds the next layer that matches: in the list, or in the stack if there is no list. Null if there is none. Sets
 * `frame.entry` and `frame.error`. This is the hottest loop: it allocates nothing but the layer's params.
 */
function findLayer(frame: Frame, path: string, pendingError: unknown): LayerLike | null {
  const { stack, req } = frame;
  let layerError = pendingError;
  for (;;) {
    let entry: Entry<LayerLike> | null = null;
    let layer: LayerLike;
    const { list } = frame;
    if (list !== null) {
      if (frame.cursor >= list.length) {
        const { remaining } = frame;
        if (remaining !== null) {
          enterNextPart(frame, remaining);
        } else {
          frame.list = null;
          if (frame.index < frame.compiledLength) frame.index = frame.compiledLength;
        }
        continue;
      }
      entry = list[frame.cursor++]!;
      layer = entry.layer;
      frame.index = entry.index + 1;
    } else {
      if (frame.index >= stack.length) break;
      layer = stack[frame.index++]!;
    }

    // If a layer was patched after it was compiled, its own `match` is called.
    if (entry !== null && !frame.table.isUnchanged(layer)) entry = null;
    let matched: unknown;
    try {
      if (isCertain(entry)) {
        applyMatch(frame.table.line, entry, path, 0);
        matched = true;
      } else {
        matched = layer.match(path);
      }
    } catch (thrown) {
      matched = thrown;
    }
    if (typeof matched !== 'boolean') layerError = layerError || matched;
    // Not destructured, and read before the check: for a hole in the stack this throws the error that Express throws.
    const route = layer.route;
    if (matched !== true) {
      if (entry === null && list !== null) leaveOutdatedList(frame);
      continue;
    }

    if (route && (layerError || !acceptsMethod(frame, route))) {
      if (list !== null) leaveOutdatedList(frame);
      continue;
    }
    if (route) {
      RouteState.markEscaped(route);
      req.route = route;
    }
    frame.entry = entry;
    frame.error = layerError;
    return layer;
  }
  frame.error = layerError;
  return null;
}

/** Continues by scanning the stack if a user's `match` or `_handlesMethod` has changed the table. */
function leaveOutdatedList(frame: Frame): void {
  const { table } = frame;
  if (table.hasEscaped) table.checkEscapedBetweenLayers();
  if (frame.tableVersion !== table.version) frame.list = null;
}

/** Whether a route runs for the method; collects the methods for an automatic response to OPTIONS. */
function acceptsMethod(frame: Frame, route: RouteLike): boolean {
  const { method } = frame.req;
  const { line } = frame.table;
  if (line.handlesMethod(route, method)) return true;
  if (method === 'OPTIONS' && frame.allowed !== null) frame.allowed.push(...line.listMethods(route));
  return method === 'HEAD';
}

/** Sets `req.params`. Returns false if callbacks of `router.param` have to run before the layer. */
function setParams(frame: Frame, layer: LayerLike): boolean {
  const { router, req, table } = frame;
  req.params = router.mergeParams ? mergeParams(table.line, layer.params, frame.parentParams) : layer.params;
  const keys = paramNamesOf(frame, layer);
  return (keys.length === 0 || !hasCallbacks(router.params, keys)) && isParamsMethodOriginal(router, table);
}

function paramNamesOf({ entry, table }: Frame, layer: LayerLike): readonly string[] {
  return isCertain(entry) ? entryParamNames(entry) : table.line.keysOf(layer);
}

/** Runs the callbacks of `router.param`, and then the layer. */
function runParamCallbacks(frame: Frame, layer: LayerLike, path: string): void {
  const { router, req, table, entry, error: layerError } = frame;
  const matched = layer.path!;
  const done = (error?: unknown): void => {
    if (error) {
      frame.next(layerError || error);
    } else {
      // If a callback calls `next` late or twice, `findLayer` may have set these for another layer by now.
      frame.entry = entry;
      frame.error = layerError;
      frame.matchedPath = matched;
      runMatchedLayer(frame, layer, path);
    }
    frame.syncDepth = 0;
  };
  frame.calledParams ??= {};
  // A patched `process_params` receives the layer.
  if (!isParamsMethodOriginal(router, table)) table.markAllEscaped();
  if (table.line.paramsMethod !== null)
    (router as any).process_params(layer, frame.calledParams, req, frame.res, done);
  else
    processParams(
      table.line,
      router.params,
      paramNamesOf(frame, layer),
      frame.calledParams,
      req,
      frame.res,
      done,
    );
}

/** Runs the layer that `findLayer` has found. It has few arguments, because they stay on the call stack while the layer runs. */
function runMatchedLayer(frame: Frame, layer: LayerLike, path: string): void {
  const { route } = layer;
  const only = route ? findOnlyHandlerLayer(frame, layer, route) : null;
  if (only !== null) {
    if (frame.req.route !== route) frame.req.route = route;
    try {
      if (frame.table.line.requestMethod === 'handleRequest')
        only.handleRequest(frame.req, frame.res, frame.next);
      else only.handle_request!(frame.req, frame.res, frame.next);
    } catch (thrown) {
      frame.next(thrown);
    }
    return;
  }
  const inner = route ? null : enterMount(frame, path);
  if (inner === undefined) {
    frame.next(frame.error);
    return;
  }
  if (inner !== null) {
    const router = findMountedRouter(frame.table, layer, inner.owner as Table);
    if (router !== null) {
      runMountedRouter(frame, router, inner, path);
      return;
    }
    setPendingMount(frame, inner, path);
  }
  const { line } = frame.table;
  // The same as `runLayer`, inlined to keep its frame off the call stack.
  if (tracing.isOn || frame.error || layer.handleRequest === undefined) {
    // Subscribers get the layer.
    if (tracing.isOn) frame.table.markEscaped(layer);
    runLayer(line, layer, frame.error, frame.req, frame.res, frame.next);
  } else if (line.requestMethod === 'handleRequest' || isOfOtherLine(layer, line)) {
    layer.handleRequest(frame.req, frame.res, frame.next);
  } else {
    layer.handle_request!(frame.req, frame.res, frame.next);
  }
  if (inner !== null) clearPendingMount();
}

/**
 * The only handler of a route, if nobody can observe that the router runs it instead of the route: no layer or function in between
 * is patched, and there are no subscribers. Callbacks of `router.param` may have changed the request since its route was found.
 */
function findOnlyHandlerLayer(
  { entry, error, table, req }: Frame,
  layer: LayerLike,
  route: RouteLike,
): LayerLike | null {
  const { hasEscaped, line, originalRequestMethod } = table;
  if (entry === null || error || hasEscaped || tracing.isOn) return null;
  if (layer[line.requestMethod] !== originalRequestMethod) return null;
  const only = RouteState.onlyLayerOf(route, req.method);
  return only !== null && only[line.requestMethod] === originalRequestMethod ? only : null;
}

/** Trims the URL for a mount. Returns the list inside the mounted router, or null; undefined if the layer must not run. */
function enterMount(frame: Frame, path: string): InnerList<LayerLike> | null | undefined {
  const { entry, error, matchedPath } = frame;
  if (matchedPath.length !== 0) {
    if (!isCertain(entry) && !isMountPath(frame, matchedPath, path)) return undefined;
    trimUrl(frame, matchedPath);
  }
  return entry === null || error ? null : entry.inner;
}

// 4. Mounts: a router inside a router

/** Whether a layer has matched a prefix of the path, followed by a character that may follow a mount. Certain layers are not checked. */
function isMountPath(frame: Frame, layerPath: string, path: string): boolean {
  if (!path.startsWith(layerPath)) return false;
  const following = path[layerPath.length];
  return !following || frame.table.line.dialect.mountEnds.includes(following);
}

/** Runs a mounted router, without its layer. */
function runMountedRouter(frame: Frame, router: RouterLike, inner: InnerList<LayerLike>, path: string): void {
  try {
    const child = createChildFrame(frame, router, inner, path);
    if (child === null) {
      setPendingMount(frame, inner, path);
      router.handle(frame.req, frame.res, frame.next);
    } else {
      runNextLayer(child, undefined);
    }
  } catch (thrown) {
    frame.next(thrown);
  }
  clearPendingMount();
}

/**
 * Does what `handle` of a mounted router does, with what is known from its parent's frame. Null if somebody could notice that `handle`
 * is not called, or if the list does not apply.
 *
 * A router whose list begins with another router is skipped, because no code of users runs in it before that. It gets a frame only if
 * the innermost router does not respond.
 */
function createChildFrame(
  parent: Frame,
  router: RouterLike,
  inner: InnerList<LayerLike>,
  path: string,
): Frame | null {
  const { req, trim } = parent;
  const { url } = req;
  const isUrlKnown = trim === null ? url === parent.url : trim.urlBefore !== null && url === trim.urlAfter;
  if (!isUrlKnown || req.method !== parent.method || !canEnter(parent.table.line, router, inner)) return null;
  lookForSubscribers();
  const rest = restOf(parent, path);
  const isPlain = parent.startsWithPath && parent.protohost === '' && parent.allowed === null;
  const skipped = isPlain ? skipRouters(parent.table.line, inner, url, rest, req.params) : null;
  if (!req.originalUrl) req.originalUrl = url;
  if (skipped === null) return newChildFrame(parent, inner, rest, url, req.params, req.baseUrl);
  const { nextUrl, nextPath } = skipped;
  req.url = nextUrl;
  req.baseUrl = (req.baseUrl || '') + rest.slice(0, rest.length - nextPath.length);
  const child = newChildFrame(parent, skipped.next, nextPath, nextUrl, skipped.params, req.baseUrl);
  child.skipped = skipped;
  return child;
}

function newChildFrame(
  parent: Frame,
  inner: InnerList<LayerLike>,
  path: string,
  url: unknown,
  params: unknown,
  baseUrl: unknown,
): Frame {
  const { req, res, method, next } = parent;
  const table = inner.owner as Table;
  const child = newFrame(table.router!, table, req, res, next, method, url, params, baseUrl, req.next);
  child.syncDepth = 1;
  enterInnerList(child, parent, inner, path);
  req.next = child.next;
  if (!baseUrl) req.baseUrl = '';
  return child;
}

/** Lets a frame continue with the list that was compiled for its router inside that of a parent. */
function enterInnerList(
  frame: Frame,
  { startsWithPath, programTable }: Frame,
  inner: InnerList<LayerLike>,
  path: string,
): void {
  frame.path = path;
  frame.startsWithPath = startsWithPath;
  frame.tableVersion = inner.version;
  enterList(frame, inner.list, null);
  frame.compiledLength = inner.length;
  frame.programTable = programTable;
  if (frame.table.hasLongTail(inner.length)) programTable.markStale();
}

/** Gives the skipped routers frames, before the innermost one is left. */
function createSkippedFrames(child: Frame, innermost: SkippedRouter): void {
  const routers: SkippedRouter[] = [];
  for (let one: SkippedRouter | null = innermost; one !== null; one = one.above) routers.unshift(one);
  const { req, res, method } = child;
  let { callback, parentNext } = child;
  const { length } = child.parentBaseUrl as string;
  const baseUrl = (child.parentBaseUrl as string).slice(0, length - innermost.end);
  for (const one of routers) {
    const { inner, from, end } = one;
    const table = inner.owner as Table;
    const entry = inner.list.entries![0]!;
    const url = one.url.slice(from);
    const path = one.path.slice(from);
    const frame = newFrame(
      table.router!,
      table,
      req,
      res,
      callback,
      method,
      url,
      one.parentParams,
      baseUrl + one.path.slice(0, from),
      parentNext,
    );
    frame.stack = one.stack;
    enterInnerList(frame, child, inner, path);
    frame.cursor = 1;
    frame.index = entry.index + 1;
    frame.entry = entry;
    frame.matchedPath = path.slice(0, end - from);
    if (end !== from) frame.trim = new TrimmedUrl(frame.matchedPath, false, url, one.url.slice(end));
    one.hasFrame = true;
    callback = frame.next;
    parentNext = frame.next;
  }
  child.callback = callback;
  child.parentNext = parentNext;
}

/**
 * A mount whose dispatch list continues inside the mounted router. It is passed in a module variable and not as an argument,
 * because users may patch every function in between (layer, router, application). It is used only if the same request arrives
 * in that router synchronously, with the same URL.
 */
class PendingMount {
  declare readonly parent: Frame;
  declare readonly inner: InnerList<LayerLike>;
  declare readonly url: unknown;
  declare readonly path: string;

  constructor(parent: Frame, inner: InnerList<LayerLike>, url: unknown, path: string) {
    this.parent = parent;
    this.inner = inner;
    this.url = url;
    this.path = path;
  }
}

let pendingMount: PendingMount | null = null;

/** Called before the handler of a mount that has matched `frame.matchedPath` of a path. */
function setPendingMount(frame: Frame, inner: InnerList<LayerLike>, path: string): void {
  const { req, trim } = frame;
  // The mounted router would read the same rest of the path from the URL.
  const isUrlIntact = trim === null ? req.url === frame.url : trim.urlBefore !== null;
  if (!isUrlIntact) return;
  if ((inner.owner as Table).version !== inner.version) {
    frame.programTable.markStale();
    return;
  }
  pendingMount = new PendingMount(
    frame,
    inner,
    trim === null ? frame.url : trim.urlAfter,
    restOf(frame, path),
  );
}

/** What a mount leaves of the path. */
function restOf({ trim, matchedPath }: Frame, path: string): string {
  // Without a query, the trimmed URL is the rest of the path, which does not have to be sliced again.
  return trim !== null && trim.urlBefore === path ? trim.urlAfter : path.slice(matchedPath.length) || '/';
}

/** Takes over the list of the pending mount, if this frame is for the request and the router it was set for. */
export function applyPendingMount(frame: Frame): void {
  if (pendingMount === null) return;
  const { parent, inner, url, path } = pendingMount;
  pendingMount = null;
  const { req, table } = frame;
  table.checkEscaped();
  const same = parent.req === req && url === frame.url && parent.method === frame.method;
  if (!same || inner.owner !== table || inner.version !== table.version || frame.stack !== table.layers)
    return;
  enterInnerList(frame, parent, inner, path);
}

/** Called after the mount's handler, which may not have called the mounted router. */
function clearPendingMount(): void {
  pendingMount = null;
}

// 5. next: from one layer to the next

/**
 * Creates the `next` for handlers. It returns what the router's callback returns, if it calls that synchronously. It is a single
 * closure, because another function would be on the call stack once for each layer that calls `next` synchronously.
 */
function createNext(frame: Frame): Next {
  const next = (error?: unknown): unknown => {
    const plain = error === undefined ? findPlainLayer(frame) : null;
    if (plain !== null) {
      const { req, res, table } = frame;
      frame.syncDepth++;
      frame.index = frame.list![frame.cursor++]!.index + 1;
      req.params = {};
      if (plain.path !== '') setEmptyMatch(plain);
      if (table.line.requestMethod === 'handleRequest') plain.handleRequest(req, res, next);
      else plain.handle_request!(req, res, next);
      frame.syncDepth = 0;
      return undefined;
    }
    if (frame.trim !== null) restoreUrl(frame, frame.trim);
    const layerError = error === 'route' ? null : error;
    if (layerError === 'router') {
      setImmediate(finishRouter, frame, null);
    } else if (frame.index >= frame.stack.length) {
      setImmediate(finishRouter, frame, layerError);
    } else if (++frame.syncDepth > MAX_SYNC) {
      setImmediate(next, error);
    } else {
      updateList(frame);
      return runNextLayer(frame, layerError);
    }
    return undefined;
  };
  return next;
}

/**
 * Sets what `match` would set on a layer for all paths. That is always the same, and the layer has not escaped, so it is done once:
 * storing a new object in an old one on each request would cost more than the rest of `next`.
 */
function setEmptyMatch(layer: LayerLike): void {
  layer.params = {};
  layer.path = '';
}

/**
 * The layer of the next entry, if that is a middleware for all paths and nothing has changed since the lookup. This holds for nearly
 * all middleware. `next` then runs the layer itself, at half the cost of `runNextLayer` and with a third of the call stack.
 */
function findPlainLayer(frame: Frame): LayerLike | null {
  const { list, cursor, table, req, url, router } = frame;
  if (list === null || cursor >= list.length) return null;
  const entry: Entry<LayerLike> = list[cursor]!;
  if (entry.certainty !== MATCH_ALL || entry.inner !== null || frame.trim !== null) return null;
  if (frame.syncDepth >= MAX_SYNC || tracing.isOn) return null;
  if (table.hasEscaped || frame.tableVersion !== table.version) return null;
  if (req.url !== url || req.method !== frame.method) return null;
  const parsed = req._parsedUrl;
  if (parsed == null || parsed._raw !== url || parsed.pathname !== frame.path) return null;
  return router.mergeParams || !isParamsMethodOriginal(router, table) ? null : entry.layer;
}

// 6. Finish: no layer is left

/**
 * Ends the request in this router: sends the automatic response to OPTIONS, or calls the router's callback. Returns what the
 * callback returns, because `next()` returns it to the handler.
 */
function finishRouter(frame: Frame, error: unknown): unknown {
  const { allowed } = frame;
  if (allowed === null || error || allowed.length === 0) {
    return exitRouter(frame, error);
  }
  try {
    const { line } = frame.table;
    line.sendOptions(frame.res, line.allow(allowed));
    return undefined;
  } catch (thrown) {
    return exitRouter(frame, thrown);
  }
}

/** Restores the values that the parent router had set on the request, and calls the router's callback. */
function exitRouter(frame: Frame, error: unknown): unknown {
  const { req, skipped } = frame;
  if (skipped !== null && !skipped.hasFrame) createSkippedFrames(frame, skipped);
  req.baseUrl = frame.parentBaseUrl;
  req.next = frame.parentNext;
  req.params = frame.parentParams;
  // Not `frame.callback(error)`, which would give users the frame as `this`.
  const { callback } = frame;
  return callback(error);
}
