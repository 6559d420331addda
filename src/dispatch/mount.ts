import type { InnerList } from '../../compiler/ir.js';
import type { LayerLike } from '../registration/layer.js';
import type { Table } from '../registration/table.js';
import type { Frame } from './frame.js';

/** Takes a mount's part off the url; false if what the layer matched is not a part of the path that ends there. */
export function trimUrl(frame: Frame, layerPath: string, path: string): boolean {
  const { req, protohost, savedUrl } = frame;
  if (!path.startsWith(layerPath)) return false;
  const behind = path[layerPath.length];
  if (behind && !frame.table.line.dialect.mountEnds.includes(behind)) return false;
  const url: string = req.url;
  let rest = protohost + url.slice(protohost.length + layerPath.length);
  if (protohost === '' && rest.charCodeAt(0) !== 47) {
    rest = `/${rest}`;
    frame.slashAdded = true;
  }
  frame.removed = layerPath;
  // Only then is what was taken off really what the url began with.
  frame.fullUrl = protohost === '' && frame.literal && url === frame.url ? url : null;
  frame.trimmedUrl = rest;
  req.url = rest;
  req.baseUrl = (savedUrl || '') + (layerPath.endsWith('/') ? layerPath.slice(0, -1) : layerPath);
  return true;
}

/** Puts back what a mount took off, on whatever the url has become meanwhile. */
export function restoreUrl(frame: Frame): void {
  const { req, protohost, removed } = frame;
  // The string it was before saves a concatenation, and lets the next step see at once that nothing changed.
  if (frame.fullUrl !== null && req.url === frame.trimmedUrl) {
    req.url = frame.fullUrl;
  } else {
    if (frame.slashAdded) req.url = req.url.slice(1);
    req.url = protohost + removed + req.url.slice(protohost.length);
  }
  frame.slashAdded = false;
  frame.removed = '';
  req.baseUrl = frame.savedUrl || '';
}

/**
 * The frame of a mount whose list goes on inside the router mounted there. It is handed over beside the call and not
 * through it, so that everything in between (layer, router, application) may be wrapped or replaced by anyone; it is
 * used only if the very same request arrives there at once, with the very same url.
 */
let entering: Frame | null = null;

export function prepareMount(frame: Frame, inner: InnerList<LayerLike>, path: string): void {
  const { req } = frame;
  // Then what the mounted router will read off the url is what is left of the path.
  const plain = frame.removed === '' ? req.url === frame.url : frame.fullUrl !== null;
  if (!plain) return;
  if ((inner.owner as Table).version !== inner.version) {
    frame.origin.outdate();
    return;
  }
  frame.inner = inner;
  frame.innerUrl = req.url;
  frame.innerPath = path;
  entering = frame;
}

/** Goes on by the list of the mount that this frame is being entered from, if it is. */
export function resumeMount(frame: Frame): void {
  const parent = entering;
  if (parent === null) return;
  entering = null;
  const { req, table } = frame;
  const inner = parent.inner!;
  table.inspect();
  const same = parent.req === req && parent.innerUrl === req.url && parent.method === req.method;
  if (!same || inner.owner !== table || inner.version !== table.version || frame.stack !== table.layers)
    return;
  frame.url = req.url;
  frame.path = parent.innerPath;
  frame.literal = parent.literal;
  frame.method = req.method;
  frame.version = inner.version;
  frame.list = inner.list;
  frame.limit = inner.length;
  frame.origin = parent.origin;
  if (table.hasLongTail(inner.length)) parent.origin.outdate();
}

/** The mounted router has been called, or has not: what was prepared for it is no longer valid. */
export function leaveMount(): void {
  entering = null;
}
