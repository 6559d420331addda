/**
 * Together with run.ts: takes the path of a mount off `req.url` before its handler runs and puts it back in `next`; and
 * hands the rest of the dispatch list to the mounted router (`setPendingMount`), whose handle.ts takes it over
 * (`applyPendingMount`).
 */
import type { InnerList } from '../../compiler/ir.js';
import type { LayerLike } from '../contracts/layer.js';
import type { RouterLike } from '../contracts/router.js';
import { SourcedLayer } from '../registration/layer.js';
import type { Table } from '../registration/table.js';
import { type Frame, TrimmedUrl } from './frame.js';
import { enterList } from './list.js';
import { tracing } from './trace.js';

/** Whether a layer has matched a prefix of the path that a mount may end with. Certain layers need not be checked. */
export function isMountPath(frame: Frame, layerPath: string, path: string): boolean {
  if (!path.startsWith(layerPath)) return false;
  const behind = path[layerPath.length];
  return !behind || frame.table.line.dialect.mountEnds.includes(behind);
}

/** Moves the path of a mount from `req.url` to `req.baseUrl`. */
export function trimUrl(frame: Frame, layerPath: string): void {
  const { req, protohost, parentBaseUrl } = frame;
  const url: string = req.url;
  const kept = protohost + url.slice(protohost.length + layerPath.length);
  const slashAdded = protohost === '' && kept.charCodeAt(0) !== 47;
  const rest = slashAdded ? `/${kept}` : kept;
  const urlBefore = protohost === '' && frame.literal && url === frame.url ? url : null;
  frame.trim = new TrimmedUrl(layerPath, slashAdded, urlBefore, rest);
  req.url = rest;
  // `endsWith` costs more than the rest of this function.
  const endsInSlash = layerPath.charCodeAt(layerPath.length - 1) === 47;
  req.baseUrl = (parentBaseUrl || '') + (endsInSlash ? layerPath.slice(0, -1) : layerPath);
}

/** Puts the path of a mount back on `req.url`, which the handler may have changed. */
export function restoreUrl(frame: Frame, { removed, slashAdded, urlBefore, urlAfter }: TrimmedUrl): void {
  const { req, protohost } = frame;
  // The same string as before saves a concatenation, and `updateList` need not compare its characters.
  if (urlBefore !== null && req.url === urlAfter) {
    req.url = urlBefore;
  } else {
    if (slashAdded) req.url = req.url.slice(1);
    req.url = protohost + removed + req.url.slice(protohost.length);
  }
  frame.trim = null;
  req.baseUrl = frame.parentBaseUrl || '';
}

/**
 * A mount whose dispatch list goes on inside the mounted router. It is passed by a module variable and not by an argument,
 * because users may wrap or replace every function in between (layer, router, application). It is used only if the same
 * request arrives in that router synchronously, with the same url.
 */
class PendingMount {
  declare readonly parent: Frame;
  declare readonly inner: InnerList<LayerLike>;
  declare readonly url: unknown;
  declare readonly path: string;

  constructor(parent: Frame, inner: InnerList<LayerLike>, url: unknown, path: string) {
    this.parent = parent;
    this.inner = inner;
    this.url = url;
    this.path = path;
  }
}

let pendingMount: PendingMount | null = null;

/** Called before the mount's handler; `layerPath` is what the mount took off `path`. */
export function setPendingMount(
  frame: Frame,
  inner: InnerList<LayerLike>,
  layerPath: string,
  path: string,
): void {
  const { req, trim } = frame;
  // Only then does the mounted router read from the url what is left of the path.
  const plain = trim === null ? req.url === frame.url : trim.urlBefore !== null;
  if (!plain) return;
  if ((inner.owner as Table).version !== inner.version) {
    frame.programTable.markStale();
    return;
  }
  // Without a query, the url after is the rest of the path: no need to slice it again.
  const rest = trim !== null && trim.urlBefore === path ? trim.urlAfter : path.slice(layerPath.length) || '/';
  pendingMount = new PendingMount(frame, inner, trim === null ? frame.url : trim.urlAfter, rest);
}

/** Takes over the list of the pending mount, if this frame is for the request and the router it was set for. */
export function applyPendingMount(frame: Frame): void {
  if (pendingMount === null) return;
  const { parent, inner, url, path } = pendingMount;
  pendingMount = null;
  const { req, table } = frame;
  table.checkExposed();
  const same = parent.req === req && url === frame.url && parent.method === frame.method;
  if (!same || inner.owner !== table || inner.version !== table.version || frame.stack !== table.layers)
    return;
  frame.path = path;
  frame.literal = parent.literal;
  frame.tableVersion = inner.version;
  enterList(frame, inner.list, null);
  frame.compiledLength = inner.length;
  frame.programTable = parent.programTable;
  if (table.hasLongTail(inner.length)) parent.programTable.markStale();
}

/** Called after the mount's handler, which may not have called the mounted router. */
export function clearPendingMount(): void {
  pendingMount = null;
}

/**
 * The router that a layer mounts, if nobody can tell whether the layer calls it or dispatch does: nobody has got the layer, nor
 * replaced what runs layers, nor is told of them. A router only calls its `handle`, whatever that is.
 */
export function findMountedRouter({ table }: Frame, layer: LayerLike, mounted: Table): RouterLike | null {
  if (table.hasExposed || tracing.isOn) return null;
  if (layer[table.line.requestMethod] !== table.originalRequestMethod) return null;
  const { router } = mounted;
  if (router === null || layer.handle !== router) return null;
  return SourcedLayer.arityOf(layer, router) <= 3 ? router : null;
}
