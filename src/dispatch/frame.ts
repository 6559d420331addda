import type { Entry, Rest } from '../../compiler/ir.js';
import type { Next } from '../contracts/handler.js';
import type { LayerLike } from '../contracts/layer.js';
import type { RouterLike } from '../contracts/router.js';
import type { Table } from '../registration/table.js';
import type { CalledParams } from './params.js';
import type { UrlReading } from './url.js';

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

/** What a mount took off the url, and the urls before and after. */
export class Trim {
  declare readonly removed: string;
  declare readonly slashAdded: boolean;
  /** The url before, if what was taken off is really what it began with. */
  declare readonly fullUrl: string | null;
  declare readonly url: string;

  constructor(removed: string, slashAdded: boolean, fullUrl: string | null, url: string) {
    this.removed = removed;
    this.slashAdded = slashAdded;
    this.fullUrl = fullUrl;
    this.url = url;
  }
}
