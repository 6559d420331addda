/**
 * Where a request enters a router. Read on in this order:
 *
 * 1. `createFrame` (below) makes the state of the request in this router, see frame.ts.
 * 2. `applyPendingMount` (mount.ts) takes over the dispatch list of the router that this one is mounted in, if it has one.
 * 3. `findListByUrl` (lookup.ts) finds the dispatch list otherwise.
 * 4. `runNextLayer` (run.ts) finds the next layer that matches, sets its params and runs it, which calls the handler.
 * 5. The handler calls `next` (`createNext` in next.ts), which repeats step 4. Behind the last layer `finishRouter`
 *    (finish.ts) calls the callback.
 */
import { IRREGULAR } from '../../compiler/path.js';
import type { Next } from '../contracts/handler.js';
import type { RouterLike } from '../contracts/router.js';
import type { Table } from '../registration/table.js';
import { finishRouter } from './finish.js';
import { type Frame, NOT_LOOKED_UP } from './frame.js';
import { findListByUrl } from './lookup.js';
import { applyPendingMount } from './mount.js';
import { createNext } from './next.js';
import { runNextLayer } from './run.js';
import { lookForSubscribers } from './trace.js';
import { protohostOf } from './url.js';

/** Runs a request through a router; `callback` is called if no layer answers, with the error if there is one. */
export function handle(router: RouterLike, table: Table, req: any, res: any, callback: Next): void {
  lookForSubscribers();
  const frame = createFrame(router, table, req, res, callback);
  applyPendingMount(frame);
  if (frame.stack.length === 0) {
    setImmediate(finishRouter, frame, undefined);
    return;
  }
  frame.sync = 1;
  // Not `updateList`, which reads the request again: the frame has just read it.
  if (frame.tableVersion === NOT_LOOKED_UP) findListByUrl(frame, frame.url, frame.method);
  runNextLayer(frame, undefined);
}

/** The value of `frame.next` until it is created, which takes the frame. */
const UNSET: Next = () => {};

/**
 * V8 copies an object literal from a template, and so all frames share one hidden class. Requests have many, because
 * middlewares add properties to them: each property of theirs is read once, and written only if it changes.
 */
export function createFrame(router: RouterLike, table: Table, req: any, res: any, callback: Next): Frame {
  const { url, method, baseUrl } = req;
  const frame: Frame = {
    router,
    table,
    stack: table.layers,
    req,
    res,
    callback,
    next: UNSET,
    index: 0,
    sync: 0,
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
    literal: false,
    reading: IRREGULAR,
    trim: null,
    protohost: protohostOf(url),
    parentParams: req.params,
    parentBaseUrl: baseUrl,
    parentNext: req.next,
    calledParams: null,
    allowed: method === 'OPTIONS' ? [] : null,
  };
  frame.next = createNext(frame);
  req.next = frame.next;
  if (!baseUrl) req.baseUrl = '';
  if (!req.originalUrl) req.originalUrl = url;
  return frame;
}
