import type { InnerList } from '../../compiler/ir.js';
import type { LayerLike } from '../contracts/layer.js';
import type { Table } from '../registration/table.js';
import { type Frame, Trim } from './frame.js';
import { enterList } from './runs.js';

/** Whether what a layer says it matched is a part of the path that ends there; where the program matched, it is. */
export function isMount(frame: Frame, layerPath: string, path: string): boolean {
  if (!path.startsWith(layerPath)) return false;
  const behind = path[layerPath.length];
  return !behind || frame.table.line.dialect.mountEnds.includes(behind);
}

/** Takes a mount's part off the url. */
export function trimUrl(frame: Frame, layerPath: string): void {
  const { req, protohost, savedUrl } = frame;
  const url: string = req.url;
  const kept = protohost + url.slice(protohost.length + layerPath.length);
  const slashAdded = protohost === '' && kept.charCodeAt(0) !== 47;
  const rest = slashAdded ? `/${kept}` : kept;
  const fullUrl = protohost === '' && frame.literal && url === frame.url ? url : null;
  frame.trim = new Trim(layerPath, slashAdded, fullUrl, rest);
  req.url = rest;
  // A method that searches costs more than all else here.
  const endsInSlash = layerPath.charCodeAt(layerPath.length - 1) === 47;
  req.baseUrl = (savedUrl || '') + (endsInSlash ? layerPath.slice(0, -1) : layerPath);
}

/** Puts back what a mount took off, on whatever the url has become meanwhile. */
export function restoreUrl(frame: Frame, { removed, slashAdded, fullUrl, url }: Trim): void {
  const { req, protohost } = frame;
  // The string it was before saves a concatenation, and lets the next step see at once that nothing changed.
  if (fullUrl !== null && req.url === url) {
    req.url = fullUrl;
  } else {
    if (slashAdded) req.url = req.url.slice(1);
    req.url = protohost + removed + req.url.slice(protohost.length);
  }
  frame.trim = null;
  req.baseUrl = frame.savedUrl || '';
}

/**
 * A mount whose list goes on inside the router mounted there. It is handed over beside the call and not
 * through it, so that everything in between (layer, router, application) may be wrapped or replaced by anyone; it is
 * used only if the very same request arrives there at once, with the very same url.
 */
class Entering {
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

let entering: Entering | null = null;

/** `layerPath` is what the mount took off `path`. */
export function prepareMount(
  frame: Frame,
  inner: InnerList<LayerLike>,
  layerPath: string,
  path: string,
): void {
  const { req, trim } = frame;
  // Then what the mounted router will read off the url is what is left of the path.
  const plain = trim === null ? req.url === frame.url : trim.fullUrl !== null;
  if (!plain) return;
  if ((inner.owner as Table).version !== inner.version) {
    frame.origin.outdate();
    return;
  }
  // Without a query, what is left of the path is what is left of the url.
  const rest = trim !== null && trim.fullUrl === path ? trim.url : path.slice(layerPath.length) || '/';
  entering = new Entering(frame, inner, trim === null ? frame.url : trim.url, rest);
}

/** Goes on by the list of the mount that this frame is being entered from, if it is. */
export function resumeMount(frame: Frame): void {
  if (entering === null) return;
  const { parent, inner, url, path } = entering;
  entering = null;
  const { req, table } = frame;
  table.inspect();
  const same = parent.req === req && url === frame.url && parent.method === frame.method;
  if (!same || inner.owner !== table || inner.version !== table.version || frame.stack !== table.layers)
    return;
  frame.path = path;
  frame.literal = parent.literal;
  frame.version = inner.version;
  enterList(frame, inner.list, null);
  frame.limit = inner.length;
  frame.origin = parent.origin;
  if (table.hasLongTail(inner.length)) parent.origin.outdate();
}

/** The mounted router has been called, or has not: what was prepared for it is no longer valid. */
export function leaveMount(): void {
  entering = null;
}
