import type { Entry, RemainingParts } from '../../compiler/ir.js';
import type { Next } from '../contracts/handler.js';
import type { LayerLike } from '../contracts/layer.js';
import type { RouterLike } from '../contracts/router.js';
import type { Table } from '../registration/table.js';
import type { CalledParams } from './params.js';
import type { UrlReading } from './url.js';

/** `tableVersion` of a frame that has not looked up its path yet; no table has this version. */
export const NOT_LOOKED_UP = -1;

/**
 * The state of one request in one router, made by handle.ts. If the program has a dispatch list for the path, `list` has
 * the layers to try; if `list` is null, the stack is scanned from `index` on.
 *
 * V8 needs no write barrier for new strings and objects stored here: the frame is as young as they are.
 */
export interface Frame extends UrlReading {
  readonly router: RouterLike;
  readonly table: Table;
  readonly stack: LayerLike[];
  readonly req: any;
  readonly res: any;
  readonly callback: Next;
  next: Next;
  /** Position in the stack behind the last layer that was tried. */
  index: number;
  /** How many layers have called `next` synchronously, one from within the other. */
  sync: number;
  /** The entries of the dispatch list, or those of its current part. */
  list: readonly Entry<LayerLike>[] | null;
  /** The parts that follow `list`; null for most lists, which have no parts. */
  remaining: RemainingParts<LayerLike> | null;
  /** The table whose program the list is from: this router's, or that of a router above it. */
  programTable: Table;
  /** Position in `list` of the entry to try next. */
  cursor: number;
  /** Set by `findLayer` for the layer it found: the entry, if it is from a list, the error to pass, and the matched path. */
  entry: Entry<LayerLike> | null;
  error: unknown;
  matchedPath: string;
  /** How many layers of the stack were compiled into the list; those behind are scanned. */
  compiledLength: number;
  /** The table's version when the list was looked up, or NOT_LOOKED_UP. */
  tableVersion: number;
  /** The method that the list was looked up for. */
  method: unknown;
  /** What the mount whose handler is running took off the url; null outside of mounts. */
  trim: TrimmedUrl | null;
  readonly protohost: string;
  /** What the request had before it came to this router, put back by finish.ts. */
  readonly parentParams: unknown;
  readonly parentBaseUrl: unknown;
  readonly parentNext: unknown;
  /** The results of parameter callbacks, each of which runs once per value. */
  calledParams: CalledParams | null;
  /** The methods that an automatic answer to OPTIONS lists; null for other methods. */
  readonly allowed: string[] | null;
}

/** What a mount took off the url, and the url before and after. */
export class TrimmedUrl {
  declare readonly removed: string;
  declare readonly slashAdded: boolean;
  /** Null if the url does not begin with its path as dispatch read it. */
  declare readonly urlBefore: string | null;
  declare readonly urlAfter: string;

  constructor(removed: string, slashAdded: boolean, urlBefore: string | null, urlAfter: string) {
    this.removed = removed;
    this.slashAdded = slashAdded;
    this.urlBefore = urlBefore;
    this.urlAfter = urlAfter;
  }
}
