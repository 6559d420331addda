import type { Entry, Rest } from '../../compiler/ir.js';
import { IRREGULAR } from '../../compiler/path.js';
import type { LayerLike, Next } from '../registration/layer.js';
import type { RouterLike } from '../registration/router.js';
import type { Table } from '../registration/table.js';
import type { Trim } from './mount.js';
import type { CalledParams } from './params.js';
import { createNext } from './run.js';
import { protohostOf, type UrlReading } from './url.js';

/** A version that no table has: the url has not been looked at yet. */
export const UNREAD = -1;

/**
 * One request in one router. Where the program has a list for the path, `list` holds the layers to try; where it
 * is null, the stack itself is scanned from `index` on.
 *
 * All state of a request lives here, and a frame is as young as its request, so that storing new strings and objects in
 * it costs no write barrier.
 */
export interface Frame extends UrlReading {
  readonly router: RouterLike;
  readonly table: Table;
  readonly stack: LayerLike[];
  readonly req: any;
  readonly res: any;
  readonly callback: Next;
  next: Next;
  index: number;
  sync: number;
  /** The run of the list that is being followed. */
  list: readonly Entry<LayerLike>[] | null;
  /** What comes behind it; most lists are one run. */
  rest: Rest<LayerLike> | null;
  /** The table whose program the list is from: this router's, or that of one it is mounted in. */
  origin: Table;
  cursor: number;
  /** Of the layer that was found last: its entry if it is from a list, the error it is to get, and what it matched. */
  entry: Entry<LayerLike> | null;
  error: unknown;
  matched: string;
  /** How many layers of the stack the list speaks for. */
  limit: number;
  /** The version of the table when it was last looked at; UNREAD before that. */
  version: number;
  /** What the list was looked up for, with the url. */
  method: unknown;
  /** What the mount that is running took off the url; null while none is. */
  trim: Trim | null;
  readonly protohost: string;
  readonly parentParams: unknown;
  readonly savedUrl: unknown;
  readonly savedNext: unknown;
  called: CalledParams | null;
  readonly allowed: string[] | null;
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
