/**
 * Runs the layers of a router for a request; handle.ts and `next` come here when the dispatch list has been found (lookup.ts). In
 * this order: find the next layer that matches (`findLayer`), set its params (`setParams`), run it (`runMatchedLayer`). Together
 * with list.ts (the parts of long lists) and mount.ts (urls of mounts).
 */
import { type Entry, GUARDED, type InnerList, type Params } from '../../compiler/ir.js';
import { endOf, IRREGULAR, readPath } from '../../compiler/path.js';
import type { LayerLike } from '../contracts/layer.js';
import type { RouteLike } from '../contracts/route.js';
import type { RouterLike } from '../contracts/router.js';
import { Route } from '../registration/route.js';
import type { Table } from '../registration/table.js';
import { isOfOtherLine, runLayer } from './call.js';
import { finishRouter } from './finish.js';
import type { Frame } from './frame.js';
import { enterNextPart } from './list.js';
import { findListByPath } from './lookup.js';
import { clearPendingMount, findMountedRouter, isMountPath, setPendingMount, trimUrl } from './mount.js';
import { hasCallbacks, mergeParams, processParams } from './params.js';
import { tracing } from './trace.js';
import { isParsed, keepParsed } from './url.js';

/**
 * Finds the next layer that matches, and runs it. While a layer runs, only this function and `runMatchedLayer`
 * of this file are on the call stack, once for each layer that calls `next` synchronously.
 */
export function runNextLayer(frame: Frame, pendingError: unknown): unknown {
  const parsed = frame.req._parsedUrl;
  if (parsed == null || parsed._raw !== frame.url) parseAgain(frame);
  else if (parsed.pathname !== frame.path) applyParsedPath(frame, parsed);
  const { path } = frame;
  if (path == null) return finishRouter(frame, pendingError);
  const layer = findLayer(frame, path, pendingError);
  if (layer === null) return finishRouter(frame, frame.error);
  if (setParams(frame, layer)) {
    frame.matchedPath = layer.path!;
    runMatchedLayer(frame, layer, path);
    frame.sync = 0;
  } else {
    runParamCallbacks(frame, layer, path);
  }
  return undefined;
}

/** Sets `req._parsedUrl`. A path that a handler had written there is gone with the object that it was written on. */
function parseAgain(frame: Frame): void {
  keepParsed(frame.req, frame);
  if (frame.literal) return;
  const parsed = frame.req._parsedUrl;
  if (parsed != null && parsed._raw === frame.url && parsed.pathname !== frame.path)
    applyParsedPath(frame, parsed);
}

/** Takes the path from `req._parsedUrl` if a handler has changed it there: Express goes by it, too, whatever `req.url` is. */
function applyParsedPath(frame: Frame, parsed: { readonly pathname: string | null }): void {
  if (!isParsed(parsed)) {
    keepParsed(frame.req, frame);
    return;
  }
  const path = parsed.pathname;
  frame.path = path;
  frame.literal = false;
  frame.reading = typeof path === 'string' ? readPath(path) : IRREGULAR;
  if (frame.reading !== IRREGULAR && endOf(frame.reading) !== path!.length) frame.reading = IRREGULAR;
  findListByPath(frame, frame.method);
}

/**
 * Finds the next layer that matches, in the list or, without one, in the stack; null if there is none. Sets `frame.entry`
 * and `frame.error`. This is the hottest loop: it allocates nothing but the layer's params.
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

    // A layer that users have changed since it was compiled is treated as guarded.
    if (entry !== null && !frame.table.isUnchanged(layer)) entry = null;
    let matched: unknown;
    try {
      matched = isCertain(entry) ? applyMatch(frame, entry, path) : layer.match(path);
    } catch (thrown) {
      matched = thrown;
    }
    if (typeof matched !== 'boolean') layerError = layerError || matched;
    if (matched !== true) {
      if (entry === null && list !== null) leaveOutdatedList(frame);
      continue;
    }

    const { route } = layer;
    if (route && (layerError || !acceptsMethod(frame, route))) {
      if (list !== null) leaveOutdatedList(frame);
      continue;
    }
    if (route) {
      Route.expose(route);
      req.route = route;
    }
    frame.entry = entry;
    frame.error = layerError;
    return layer;
  }
  frame.error = layerError;
  return null;
}

/** Goes on by scanning if a function of users', which was asked whether a layer or route matches, has changed the table. */
function leaveOutdatedList(frame: Frame): void {
  const { table } = frame;
  if (table.hasExposed) table.checkExposedBetweenLayers();
  if (frame.tableVersion !== table.version) frame.list = null;
}

/** Whether the layer needs no call of its matcher. */
function isCertain(entry: Entry<LayerLike> | null): entry is Entry<LayerLike> {
  return entry !== null && entry.certainty !== GUARDED;
}

/** Sets on a certain layer what its `match` would set. */
function applyMatch(frame: Frame, entry: Entry<LayerLike>, path: string): true {
  const { layer, extractor } = entry;
  if (extractor === null) {
    layer.params = {};
    layer.path = '';
    return true;
  }
  const { line } = frame.table;
  const params: Params = line.dialect.createParams();
  const end = extractor.extract(path, params);
  layer.params = params;
  // A trailing slash belongs to the match; a route matches the whole path.
  layer.path = end >= path.length - 1 || layer.route ? path : path.slice(0, end);
  line.setKeys(layer, extractor.names);
  return true;
}

/** Whether a route runs for the method; collects the methods for an automatic answer to OPTIONS. */
function acceptsMethod(frame: Frame, route: RouteLike): boolean {
  const { method } = frame.req;
  const { line } = frame.table;
  if (line.handlesMethod(route, method)) return true;
  if (method === 'OPTIONS' && frame.allowed !== null) frame.allowed.push(...line.listMethods(route));
  return method === 'HEAD';
}

/** Sets `req.params`; false if the callbacks of `router.param` have to run before the layer. */
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
      // Meanwhile `findLayer` may have set these for another layer, if a callback calls `next` late or twice.
      frame.entry = entry;
      frame.error = layerError;
      frame.matchedPath = matched;
      runMatchedLayer(frame, layer, path);
    }
    frame.sync = 0;
  };
  frame.calledParams ??= {};
  // Users who replaced that method get the layer.
  if (!isParamsMethodOriginal(router, table)) table.exposeAllLayers();
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

const NO_NAMES: readonly string[] = [];

function entryParamNames(entry: Entry<LayerLike>): readonly string[] {
  return entry.extractor === null ? NO_NAMES : entry.extractor.names;
}

/** Whether users have not replaced the public method that runs parameter callbacks (`process_params` in 4.x). */
export function isParamsMethodOriginal(router: RouterLike, table: Table): boolean {
  const { paramsMethod } = table.line;
  return paramsMethod === null || (router as any).process_params === paramsMethod.original;
}

/** Runs the layer that `findLayer` has found. It has few arguments: they stay on the call stack while the layer runs. */
function runMatchedLayer(frame: Frame, layer: LayerLike, path: string): void {
  const { route } = layer;
  const only = route ? findOnlyHandler(frame, layer, route) : null;
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
  const router = inner === null ? null : findMountedRouter(frame, layer, inner.owner as Table);
  if (router !== null) {
    try {
      router.handle(frame.req, frame.res, frame.next);
    } catch (thrown) {
      frame.next(thrown);
    }
    clearPendingMount();
    return;
  }
  const { line } = frame.table;
  // The same as `runLayer`, inlined to keep its frame off the call stack.
  if (tracing.isOn || frame.error || layer.handleRequest === undefined) {
    // Subscribers get the layer.
    if (tracing.isOn) frame.table.exposeLayer(layer);
    runLayer(line, layer, frame.error, frame.req, frame.res, frame.next);
  } else if (line.requestMethod === 'handleRequest' || isOfOtherLine(layer, line)) {
    layer.handleRequest(frame.req, frame.res, frame.next);
  } else {
    layer.handle_request!(frame.req, frame.res, frame.next);
  }
  if (inner !== null) clearPendingMount();
}

/**
 * The only handler of a route, if nobody can tell whether the route runs it or the router does: no layer and no function in between
 * has been replaced, and nobody is told of them. Callbacks of `router.param` may have changed the request since its route was found.
 */
function findOnlyHandler(
  { entry, error, table, req }: Frame,
  layer: LayerLike,
  route: RouteLike,
): LayerLike | null {
  const { hasExposed, line, originalRequestMethod } = table;
  if (entry === null || error || hasExposed || tracing.isOn) return null;
  if (layer[line.requestMethod] !== originalRequestMethod) return null;
  const only = Route.onlyLayerOf(route, req.method);
  return only !== null && only[line.requestMethod] === originalRequestMethod ? only : null;
}

/** Trims the url for a mount. Returns the list inside the mounted router or null, and undefined if the layer may not run. */
function enterMount(frame: Frame, path: string): InnerList<LayerLike> | null | undefined {
  const { entry, error, matchedPath } = frame;
  if (matchedPath.length !== 0) {
    if (!isCertain(entry) && !isMountPath(frame, matchedPath, path)) return undefined;
    trimUrl(frame, matchedPath);
  }
  const inner = entry === null || error ? null : entry.inner;
  if (inner !== null) setPendingMount(frame, inner, matchedPath, path);
  return inner;
}
