import { IRREGULAR } from '../../compiler/path.js';
import type { Next } from '../contracts/handler.js';
import type { RouterLike } from '../contracts/router.js';
import type { Table } from '../registration/table.js';
import { type Frame, UNREAD } from './frame.js';
import { resumeMount } from './mount.js';
import { advance, start } from './run.js';
import { lookForSubscribers } from './trace.js';
import { protohostOf } from './url.js';

/** Runs a request through a router; `callback` gets whatever is not answered. */
export function handle(router: RouterLike, table: Table, req: any, res: any, callback: Next): void {
  lookForSubscribers();
  const frame = createFrame(router, table, req, res, callback);
  resumeMount(frame);
  start(frame);
}

/**
 * As a literal, which the engine copies from a template: all frames share one hidden class. Requests have many, by what
 * middlewares put on them, so each field of theirs is read once and written only where it changes.
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
    next: (error?: unknown) => advance(frame, error),
    index: 0,
    sync: 0,
    list: null,
    origin: table,
    cursor: 0,
    limit: 0,
    version: UNREAD,
    url,
    path: null,
    method,
    literal: false,
    reading: IRREGULAR,
    trim: null,
    protohost: protohostOf(url),
    parentParams: req.params,
    savedUrl: baseUrl,
    savedNext: req.next,
    called: null,
    allowed: method === 'OPTIONS' ? [] : null,
  };
  req.next = frame.next;
  if (!baseUrl) req.baseUrl = '';
  if (!req.originalUrl) req.originalUrl = url;
  return frame;
}
