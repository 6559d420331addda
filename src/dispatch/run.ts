import { type DispatchList, type Entry, GUARDED, type InnerList, type Params } from '../../compiler/ir.js';
import { endOf, IRREGULAR, readingOfKey, readPath } from '../../compiler/path.js';
import type { Program } from '../../compiler/program.js';
import type { Next } from '../contracts/handler.js';
import type { LayerLike } from '../contracts/layer.js';
import type { RouteLike } from '../contracts/route.js';
import type { RouterLike } from '../contracts/router.js';
import { MAX_SYNC, Route } from '../registration/route.js';
import type { Table } from '../registration/table.js';
import { isOfOtherLine, runLayer } from './call.js';
import { finish } from './finish.js';
import { type Frame, UNREAD } from './frame.js';
import { isMount, leaveMount, prepareMount, restoreUrl, trimUrl } from './mount.js';
import { hasCallbacks, mergeParams, processParams } from './params.js';
import { enterList, nextRun } from './runs.js';
import { tracing } from './trace.js';
import { isParsed, keepParsed, readUrl } from './url.js';

/**
 * The function that handlers call to take the next step. It returns what the router's callback does, if that is the step.
 * All of it is in the closure: each call in between would be on the stack for every layer that calls it at once.
 */
export function createNext(frame: Frame): Next {
  const next = (error?: unknown): unknown => {
    if (frame.trim !== null) restoreUrl(frame, frame.trim);
    const layerError = error === 'route' ? null : error;
    if (layerError === 'router') {
      setImmediate(finish, frame, null);
    } else if (frame.index >= frame.stack.length) {
      setImmediate(finish, frame, layerError);
    } else if (++frame.sync > MAX_SYNC) {
      setImmediate(frame.next, error);
    } else {
      look(frame);
      return proceed(frame, layerError);
    }
    return undefined;
  };
  return next;
}

/** Sees whether the request has been changed since its path was looked up. */
function look(frame: Frame): void {
  const { url, method } = frame.req;
  if (frame.version === UNREAD || url !== frame.url) locate(frame, url, method);
  else if (method !== frame.method || frame.version !== frame.table.version) seek(frame, method);
}

/**
 * Goes on along the path that has been found, and runs the next layer that wants the request. Each layer that calls `next`
 * at once has these frames on the stack: whatever need not be there while a layer runs has returned by then.
 */
export function proceed(frame: Frame, pending: unknown): unknown {
  const parsed = frame.req._parsedUrl;
  if (parsed == null || parsed._raw !== frame.url) keepParsed(frame.req, frame);
  else if (parsed.pathname !== frame.path) followParsed(frame, parsed);
  const { path } = frame;
  if (path == null) return finish(frame, pending);
  const layer = search(frame, path, pending);
  if (layer === null) return finish(frame, frame.error);
  if (takeParams(frame, layer)) {
    frame.matched = layer.path!;
    run(frame, layer, path);
    frame.sync = 0;
  } else {
    runCallbacks(frame, layer, path);
  }
  return undefined;
}

/** Reads the path anew and finds its list. */
export function locate(frame: Frame, url: unknown, method: unknown): void {
  const program = programOf(frame, method);
  frame.url = url;
  const leaf = program === null || typeof url !== 'string' ? undefined : program.exact(method as string, url);
  if (leaf === undefined) {
    readUrl(frame.req, frame);
    if (program !== null && frame.reading !== IRREGULAR) lookUp(frame, program);
  } else {
    frame.path = url as string;
    frame.literal = true;
    frame.reading = readingOfKey(url as string);
    follow(frame, program!, leaf.plain);
  }
}

/** Finds the list for the path as it has been read, and the method of the moment. */
function seek(frame: Frame, method: unknown): void {
  const program = programOf(frame, method);
  if (program !== null && frame.reading !== IRREGULAR) lookUp(frame, program);
}

/** Goes on by the path that somebody has written on the parsed url, as Express does, whatever the url says. */
function followParsed(frame: Frame, parsed: { readonly pathname: string | null }): void {
  if (!isParsed(parsed)) {
    keepParsed(frame.req, frame);
    return;
  }
  const path = parsed.pathname;
  frame.path = path;
  frame.literal = false;
  frame.reading = typeof path === 'string' ? readPath(path) : IRREGULAR;
  if (frame.reading !== IRREGULAR && endOf(frame.reading) !== path!.length) frame.reading = IRREGULAR;
  seek(frame, frame.method);
}

/** The program to look a path up in, if there is one for the layers that are still ahead; none is followed yet. */
function programOf(frame: Frame, method: unknown): Program<LayerLike> | null {
  const { table, version } = frame;
  frame.method = method;
  frame.version = table.version;
  frame.list = null;
  frame.origin = table;
  // A table that changes under a request is scanned by it: the array shows every change at once.
  if ((version !== UNREAD && version !== table.version) || frame.stack !== table.layers) return null;
  const program = table.ready();
  return program !== null && frame.index < program.length ? program : null;
}

function lookUp(frame: Frame, program: Program<LayerLike>): void {
  follow(frame, program, program.find(frame.method as string, frame.path!, frame.reading));
}

/** Goes on by a list, at the place in it where this frame is. */
function follow(frame: Frame, program: Program<LayerLike>, list: DispatchList<LayerLike> | null): void {
  frame.limit = program.length;
  if (list !== null) followFrom(frame, list, frame.index);
}

/** Skips what the frame has behind it. */
function followFrom(frame: Frame, list: DispatchList<LayerLike>, index: number): void {
  enterList(frame, list, null);
  while (frame.rest !== null && index > 0 && lastIndex(frame.list!) < index) nextRun(frame, frame.rest);
  const entries = frame.list!;
  let cursor = 0;
  while (cursor < entries.length && entries[cursor]!.index < index) cursor++;
  frame.cursor = cursor;
}

function lastIndex(entries: readonly Entry<LayerLike>[]): number {
  return entries[entries.length - 1]!.index;
}

/**
 * Finds the next layer that wants this request, with its entry and the error it is to get on the frame; null if there is
 * none. This is the hottest loop: it allocates nothing but the parameters of the layer.
 */
function search(frame: Frame, path: string, pending: unknown): LayerLike | null {
  const { stack, req } = frame;
  let layerError = pending;
  for (;;) {
    let entry: Entry<LayerLike> | null = null;
    let layer: LayerLike;
    const { list } = frame;
    if (list !== null) {
      if (frame.cursor >= list.length) {
        const { rest } = frame;
        if (rest !== null) {
          nextRun(frame, rest);
        } else {
          frame.list = null;
          if (frame.index < frame.limit) frame.index = frame.limit;
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

    // Somebody may have changed the layer since the program was made: then only asking it is right.
    if (entry !== null && !frame.table.trusts(layer)) entry = null;
    let matched: unknown;
    try {
      matched = isSure(entry) ? take(frame, entry, path) : layer.match(path);
    } catch (thrown) {
      matched = thrown;
    }
    if (typeof matched !== 'boolean') layerError = layerError || matched;
    if (matched !== true) continue;

    const { route } = layer;
    if (route && (layerError || !accepts(frame, route))) continue;
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

/** Whether the program has matched the layer already. */
function isSure(entry: Entry<LayerLike> | null): entry is Entry<LayerLike> {
  return entry !== null && entry.certainty !== GUARDED;
}

/** Does for a layer that is known to match what its own `match` would. */
function take(frame: Frame, entry: Entry<LayerLike>, path: string): true {
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
  // A slash that ends the path belongs to the match; a route takes all of it anyway.
  layer.path = end >= path.length - 1 || layer.route ? path : path.slice(0, end);
  line.setKeys(layer, extractor.names);
  return true;
}

/** Whether a route is to run for the method; collects the methods that OPTIONS will list. */
function accepts(frame: Frame, route: RouteLike): boolean {
  const { method } = frame.req;
  const { line } = frame.table;
  if (line.handlesMethod(route, method)) return true;
  if (method === 'OPTIONS' && frame.allowed !== null) frame.allowed.push(...line.listMethods(route));
  return method === 'HEAD';
}

/** Gives the request the layer's parameters; false if callbacks have to see them first. */
function takeParams(frame: Frame, layer: LayerLike): boolean {
  const { router, req, table } = frame;
  req.params = router.mergeParams ? mergeParams(table.line, layer.params, frame.parentParams) : layer.params;
  const keys = keysOf(frame, layer);
  return (keys.length === 0 || !hasCallbacks(router.params, keys)) && isPristine(router, table);
}

/** The names of the parameters that the layer has found. */
function keysOf({ entry, table }: Frame, layer: LayerLike): readonly string[] {
  return isSure(entry) ? namesOf(entry) : (table.line.keysOf(layer) ?? NO_NAMES);
}

/** Runs the callbacks of the layer's parameters, and then the layer. */
function runCallbacks(frame: Frame, layer: LayerLike, path: string): void {
  const { router, req, table, entry, error: layerError } = frame;
  const matched = layer.path!;
  const done = (error?: unknown): void => {
    if (error) {
      frame.next(layerError || error);
    } else {
      // Other layers may have been found while the callbacks were under way.
      frame.entry = entry;
      frame.error = layerError;
      frame.matched = matched;
      run(frame, layer, path);
    }
    frame.sync = 0;
  };
  frame.called ??= {};
  const { paramsMethod } = table.line;
  if (paramsMethod !== null) (router as any)[paramsMethod](layer, frame.called, req, frame.res, done);
  else processParams(table.line, router.params, keysOf(frame, layer), frame.called, req, frame.res, done);
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

/** Runs the layer that has been found. It has few arguments, because they are on the stack as long as the layer runs. */
function run(frame: Frame, layer: LayerLike, path: string): void {
  const inner = layer.route ? null : enterMount(frame, path);
  if (inner === undefined) {
    frame.next(frame.error);
    return;
  }
  const { line } = frame.table;
  // As `runLayer` does, without its frame on the stack.
  if (tracing.isOn || frame.error || layer.handleRequest === undefined) {
    runLayer(line, layer, frame.error, frame.req, frame.res, frame.next);
  } else if (line.requestMethod === 'handleRequest' || isOfOtherLine(layer, line)) {
    layer.handleRequest(frame.req, frame.res, frame.next);
  } else {
    (layer as any)[line.requestMethod](frame.req, frame.res, frame.next);
  }
  if (inner !== null) leaveMount();
}

/** Takes the mount's part off the url; returns the list inside, if there is one, and undefined if it is no mount. */
function enterMount(frame: Frame, path: string): InnerList<LayerLike> | null | undefined {
  const { entry, error, matched } = frame;
  if (matched.length !== 0) {
    if (!isSure(entry) && !isMount(frame, matched, path)) return undefined;
    trimUrl(frame, matched);
  }
  const inner = entry === null || error ? null : entry.inner;
  if (inner !== null) prepareMount(frame, inner, matched, path);
  return inner;
}
