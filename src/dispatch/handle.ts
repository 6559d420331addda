import { IRREGULAR } from '../../compiler/path.js';
import type { Next } from '../contracts/handler.js';
import type { RouterLike } from '../contracts/router.js';
import type { Table } from '../registration/table.js';
import { finish } from './finish.js';
import { type Frame, UNREAD } from './frame.js';
import { resumeMount } from './mount.js';
import { createNext, locate, proceed } from './run.js';
import { lookForSubscribers } from './trace.js';
import { protohostOf } from './url.js';

/** Runs a request through a router; `callback` gets whatever is not answered. */
export function handle(router: RouterLike, table: Table, req: any, res: any, callback: Next): void {
  lookForSubscribers();
  const frame = createFrame(router, table, req, res, callback);
  resumeMount(frame);
  if (frame.stack.length === 0) {
    setImmediate(finish, frame, undefined);
    return;
  }
  frame.sync = 1;
  // The request is as the frame has just read it.
  if (frame.version === UNREAD) locate(frame, frame.url, frame.method);
  proceed(frame, undefined);
}

/** Until the frame is there, which the function needs. */
const UNSET: Next = () => {};

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
    next: UNSET,
    index: 0,
    sync: 0,
    list: null,
    rest: null,
    origin: table,
    cursor: 0,
    entry: null,
    error: undefined,
    matched: '',
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
  frame.next = createNext(frame);
  req.next = frame.next;
  if (!baseUrl) req.baseUrl = '';
  if (!req.originalUrl) req.originalUrl = url;
  return frame;
}
