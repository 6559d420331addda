import type { DispatchList, InnerList } from '../../compiler/ir.js';
import type { LayerLike, Next } from '../registration/layer.js';
import type { RouterLike } from '../registration/router.js';
import type { Table } from '../registration/table.js';
import type { CalledParams } from './params.js';
import { advance } from './run.js';
import { protohostOf, type UrlReading } from './url.js';

/**
 * One request in one router. Where the program has a list for the path, `list` holds the layers to try; where it
 * is null, the stack itself is scanned from `index` on.
 *
 * All state of a request lives here: fields are set in one order, so that all frames share one hidden class, and a frame
 * is as young as its request, so that storing new strings and objects in it costs no write barrier.
 */
export class Frame implements UrlReading {
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
