import { type Entry, EVERYTHING } from '../../compiler/ir.js';
import type { Next } from '../contracts/handler.js';
import type { LayerLike } from '../contracts/layer.js';
import { MAX_SYNC } from '../registration/route.js';
import { finishRouter } from './finish.js';
import type { Frame } from './frame.js';
import { updateList } from './lookup.js';
import { restoreUrl } from './mount.js';
import { isParamsMethodOriginal, runNextLayer } from './run.js';
import { tracing } from './trace.js';

/**
 * The `next` of handlers. It returns what the router's callback returns, if it calls that synchronously. All of it is one
 * closure, because a function in between would be on the call stack once for each layer that calls `next` synchronously.
 */
export function createNext(frame: Frame): Next {
  const next = (error?: unknown): unknown => {
    const plain = error === undefined ? findPlainLayer(frame) : null;
    if (plain !== null) {
      const { req, res, table } = frame;
      frame.sync++;
      frame.index = frame.list![frame.cursor++]!.index + 1;
      req.params = {};
      if (plain.path !== '') setEmptyMatch(plain);
      if (table.line.requestMethod === 'handleRequest') plain.handleRequest(req, res, next);
      else plain.handle_request!(req, res, next);
      frame.sync = 0;
      return undefined;
    }
    if (frame.trim !== null) restoreUrl(frame, frame.trim);
    const layerError = error === 'route' ? null : error;
    if (layerError === 'router') {
      setImmediate(finishRouter, frame, null);
    } else if (frame.index >= frame.stack.length) {
      setImmediate(finishRouter, frame, layerError);
    } else if (++frame.sync > MAX_SYNC) {
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
 * Sets on a layer what its `match` would set. That is the same each time, and nobody has the layer: storing a new object in an old
 * one at each request costs more than all else that `next` does.
 */
function setEmptyMatch(layer: LayerLike): void {
  layer.params = {};
  layer.path = '';
}

/**
 * The layer of the next entry, if that is a middleware for all paths and nothing has changed since the list was found. Nearly all
 * middlewares are, and then all that `runNextLayer` would do is in `next`: it costs half, and a third of the call stack.
 */
function findPlainLayer(frame: Frame): LayerLike | null {
  const { list, cursor, table, req, url, router } = frame;
  if (list === null || cursor >= list.length) return null;
  const entry: Entry<LayerLike> = list[cursor]!;
  if (entry.certainty !== EVERYTHING || entry.inner !== null || frame.trim !== null) return null;
  if (frame.sync >= MAX_SYNC || tracing.isOn) return null;
  if (table.hasExposed || frame.tableVersion !== table.version) return null;
  if (req.url !== url || req.method !== frame.method) return null;
  const parsed = req._parsedUrl;
  if (parsed == null || parsed._raw !== url || parsed.pathname !== frame.path) return null;
  return router.mergeParams || !isParamsMethodOriginal(router, table) ? null : entry.layer;
}
