import type { DispatchList } from '../../compiler/ir.js';
import { IRREGULAR, type Reading } from '../../compiler/path.js';
import type { LayerLike, Next } from '../registration/layer.js';
import type { RouterLike } from '../registration/router.js';
import type { Table } from '../registration/table.js';
import type { Trim } from './mount.js';
import type { CalledParams } from './params.js';
import { advance } from './run.js';
import { protohostOf, type UrlReading } from './url.js';

/** A version that no table has: the url has not been looked at yet. */
export const UNREAD = -1;

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
  /** The version of the table when it was last looked at; UNREAD before that. */
  declare version: number;
  /** What the list was looked up for. */
  declare url: unknown;
  declare path: string | null | undefined;
  declare method: unknown;
  declare literal: boolean;
  declare reading: Reading;
  /** What the mount that is running took off the url; null while none is. */
  declare trim: Trim | null;
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
    this.version = UNREAD;
    this.url = '';
    this.path = null;
    this.method = '';
    this.literal = false;
    this.reading = IRREGULAR;
    this.trim = null;
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
