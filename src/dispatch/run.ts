import { type DispatchList, type Entry, GUARDED, type Params } from '../../compiler/ir.js';
import { IRREGULAR, readingOfKey } from '../../compiler/path.js';
import type { Program } from '../../compiler/program.js';
import { type LayerLike, runLayer } from '../registration/layer.js';
import { MAX_SYNC, type RouteLike } from '../registration/route.js';
import type { RouterLike } from '../registration/router.js';
import type { Table } from '../registration/table.js';
import { type Frame, UNREAD } from './frame.js';
import { finish } from './leave.js';
import { isMount, leaveMount, prepareMount, restoreUrl, trimUrl } from './mount.js';
import { hasCallbacks, mergeParams, processParams } from './params.js';
import { enterList, nextRun } from './runs.js';
import { keepParsed, readUrl } from './url.js';

/** Takes the first step, of a request that is as its frame has just read it. */
export function start(frame: Frame): void {
  if (frame.stack.length === 0) {
    setImmediate(finish, frame, undefined);
    return;
  }
  frame.sync = 1;
  if (frame.version === UNREAD) locate(frame, frame.url, frame.method);
  proceed(frame, undefined);
}

/** Takes the next step; this is what handlers call. Returns what the router's callback does, if that is the step. */
export function advance(frame: Frame, error: unknown): unknown {
  const { req, stack, trim } = frame;
  const layerError = error === 'route' ? null : error;
  if (trim !== null) restoreUrl(frame, trim);
  if (layerError === 'router') {
    setImmediate(finish, frame, null);
  } else if (frame.index >= stack.length) {
    setImmediate(finish, frame, layerError);
  } else if (++frame.sync > MAX_SYNC) {
    setImmediate(frame.next, error);
  } else {
    const { url, method } = req;
    if (frame.version === UNREAD || url !== frame.url) locate(frame, url, method);
    else if (method !== frame.method || frame.version !== frame.table.version) seek(frame, method);
    return proceed(frame, layerError);
  }
  return undefined;
}

/** Goes on along the path that has been found. */
function proceed(frame: Frame, layerError: unknown): unknown {
  const { req, url, path } = frame;
  if (req._parsedUrl?._raw !== url) keepParsed(req, frame);
  return path == null ? finish(frame, layerError) : search(frame, path, layerError);
}

/** Reads the path anew and finds its list. */
function locate(frame: Frame, url: unknown, method: unknown): void {
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
 * Finds the next layer that wants this request and runs it. This is the hottest loop: it allocates nothing but
 * the parameters of the layer that runs.
 */
function search(frame: Frame, path: string, pending: unknown): unknown {
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
    if (route) req.route = route;
    enter(frame, layer, entry, route, layerError, path);
    return undefined;
  }
  return finish(frame, layerError);
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

/** Sets the layer's parameters, runs their callbacks if there are any, and then the layer. */
function enter(
  frame: Frame,
  layer: LayerLike,
  entry: Entry<LayerLike> | null,
  route: RouteLike | undefined,
  layerError: unknown,
  path: string,
): void {
  const { router, req, table } = frame;
  req.params = router.mergeParams ? mergeParams(table.line, layer.params, frame.parentParams) : layer.params;
  const layerPath = layer.path!;
  const keys = isSure(entry) ? namesOf(entry) : (table.line.keysOf(layer) ?? NO_NAMES);
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
  const { line } = frame.table;
  if (route) {
    runLayer(line, layer, undefined, req, res, frame.next);
    return;
  }
  if (layerPath.length !== 0) {
    if (!isSure(entry) && !isMount(frame, layerPath, path)) {
      frame.next(layerError);
      return;
    }
    trimUrl(frame, layerPath);
  }
  const inner = entry === null || layerError ? null : entry.inner;
  if (inner !== null) prepareMount(frame, inner, layerPath, path);
  runLayer(line, layer, layerError, req, res, frame.next);
  if (inner !== null) leaveMount();
}
