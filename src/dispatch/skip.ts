/**
 * Routers that a request enters and leaves without a frame: a router whose dispatch list begins with another router runs no code of users
 * before that one. It gets a frame only if the innermost router does not respond.
 */
import type { InnerList } from '../../compiler/ir.js';
import type { LayerLike } from '../contracts/layer.js';
import type { Line } from '../lines/line.js';
import { MAX_SYNC } from '../registration/route.js';
import type { Table } from '../registration/table.js';
import {
  applyMatch,
  canEnter,
  entryParamNames,
  findMountedRouter,
  isCertain,
  isParamsMethodOriginal,
} from './match.js';
import { hasCallbacks } from './params.js';

/** A router that has been entered without a frame, and what the request was in it. */
export class SkippedRouter {
  /** The router around it, if that has been skipped, too. */
  declare readonly above: SkippedRouter | null;
  declare readonly inner: InnerList<LayerLike>;
  declare readonly stack: LayerLike[];
  /** The URL and the path in the first router that has been skipped. In this one, they begin at `from`, and in the next one at `end`. */
  declare readonly url: string;
  declare readonly path: string;
  declare readonly from: number;
  declare readonly end: number;
  /** `req.params` before the request entered it, and in its mount of the next router. */
  declare readonly parentParams: unknown;
  declare readonly params: unknown;
  /** Whether it has got a frame. */
  declare hasFrame: boolean;

  constructor(
    above: SkippedRouter | null,
    inner: InnerList<LayerLike>,
    url: string,
    path: string,
    from: number,
    end: number,
    parentParams: unknown,
    params: unknown,
  ) {
    this.above = above;
    this.inner = inner;
    this.stack = (inner.owner as Table).layers;
    this.url = url;
    this.path = path;
    this.from = from;
    this.end = end;
    this.parentParams = parentParams;
    this.params = params;
    this.hasFrame = false;
  }

  /** The list of the next router. */
  get next(): InnerList<LayerLike> {
    return this.inner.list.entries![0]!.inner!;
  }

  get nextUrl(): string {
    return this.url.slice(this.end);
  }

  get nextPath(): string {
    return this.path.slice(this.end);
  }
}

/** Matches the mounts from a list on that need no frame. Returns the last router that is skipped, or null. */
export function skipRouters(
  line: Line,
  first: InnerList<LayerLike>,
  url: string,
  path: string,
  params: unknown,
): SkippedRouter | null {
  let skipped: SkippedRouter | null = null;
  let inner = first;
  let from = 0;
  let parentParams = params;
  for (;;) {
    const end = matchFirstMount(line, inner, path, from);
    if (end === NO_MOUNT) return skipped;
    const entry = inner.list.entries![0]!;
    skipped = new SkippedRouter(skipped, inner, url, path, from, end, parentParams, entry.layer.params);
    inner = entry.inner!;
    from = end;
    parentParams = skipped.params;
  }
}

const NO_MOUNT = -1;

/**
 * Where the path continues after the mount that a list begins with, if that mounts a router, and nobody can notice that its own router is
 * skipped. Sets the match on the layer.
 */
function matchFirstMount(line: Line, inner: InnerList<LayerLike>, path: string, from: number): number {
  const { entries } = inner.list;
  if (entries === null || entries.length === 0) return NO_MOUNT;
  const entry = entries[0]!;
  if (entry.inner === null || !isCertain(entry)) return NO_MOUNT;
  const table = inner.owner as Table;
  // It could call so many layers synchronously that it matters how many have been called before.
  if (table.layers.length >= MAX_SYNC) return NO_MOUNT;
  const router = table.router!;
  const mounted = findMountedRouter(table, entry.layer, entry.inner.owner as Table);
  if (mounted === null || router.mergeParams || !canEnter(line, mounted, entry.inner)) return NO_MOUNT;
  if (hasCallbacks(router.params, entryParamNames(entry)) || !isParamsMethodOriginal(router, table))
    return NO_MOUNT;
  try {
    const end = applyMatch(line, entry, path, from);
    return end === from || continuesWithSlash(path, end) ? end : NO_MOUNT;
  } catch {
    // The router tries it again, and passes the error on.
    return NO_MOUNT;
  }
}

const SLASH = 47;

/** Whether a path begins with one slash after the part that a mount has matched, and does not end with it. */
function continuesWithSlash(path: string, end: number): boolean {
  return end < path.length - 1 && path.charCodeAt(end) === SLASH && path.charCodeAt(end - 1) !== SLASH;
}
