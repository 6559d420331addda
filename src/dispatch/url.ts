/**
 * The URL of a request in a router: reads its path, keeps `req._parsedUrl` as parseurl would, and moves the path of a mount
 * from `req.url` to `req.baseUrl` and back.
 */
import parseurl from 'parseurl';
import { endOf, MUST_SCAN, type PathFlags, readPath } from '../../compiler/path.js';
import { ParsedUrl, Url } from '../node-internals.js';

/** The state of the request's URL in a frame. */
export interface UrlState {
  readonly req: any;
  /** `req.url`. */
  url: unknown;
  path: string | null | undefined;
  /** Whether the URL starts with the path, character for character. */
  startsWithPath: boolean;
  /** What `readPath` found in the path, or MUST_SCAN. */
  pathFlags: PathFlags;
  /** The path that was stripped from the URL for the mount whose handler is running; null if there is none. */
  trim: TrimmedUrl | null;
  readonly protohost: string;
  /** `req.baseUrl` before the request entered this router. */
  readonly parentBaseUrl: unknown;
}

/** Reads the path as parseurl does: directly for common URLs, with parseurl for the others. */
export function readUrl(req: any, into: UrlState): void {
  const { url } = into;
  const pathFlags = typeof url === 'string' ? readPath(url) : MUST_SCAN;
  const end = endOf(pathFlags);
  if (pathFlags === MUST_SCAN || (end !== (url as string).length && needsParseurl(url as string, end))) {
    readByParseurl(req, into);
    return;
  }
  into.path = end === (url as string).length ? (url as string) : (url as string).slice(0, end);
  into.startsWithPath = true;
  into.pathFlags = pathFlags;
}

/** Whether parseurl treats a value as one of its own results. */
export function isParsed(value: unknown): boolean {
  return Url === undefined ? typeof value === 'object' && value !== null : value instanceof Url;
}

/**
 * Sets `req._parsedUrl`, which Express and applications read, as parseurl would. A URL that starts with its path is not parsed
 * again.
 */
export function keepParsed(req: any, { url, path, startsWithPath }: UrlState): void {
  if (!startsWithPath) {
    if (path !== undefined) parseurl(req);
    return;
  }
  const parsed = new ParsedUrl();
  parsed.path = url;
  parsed.href = url;
  parsed.pathname = path;
  if ((url as string).length !== path!.length) {
    const search = (url as string).slice(path!.length);
    // In the order of parseurl, because without a class they are new properties.
    parsed.query = search.slice(1);
    parsed.search = search;
  }
  parsed._raw = url;
  req._parsedUrl = parsed;
}

/** The path that a mount has stripped from the URL, and the URL before and after. */
export class TrimmedUrl {
  declare readonly removed: string;
  declare readonly slashAdded: boolean;
  /** Null if the URL does not start with its path as dispatch read it. */
  declare readonly urlBefore: string | null;
  declare readonly urlAfter: string;

  constructor(removed: string, slashAdded: boolean, urlBefore: string | null, urlAfter: string) {
    this.removed = removed;
    this.slashAdded = slashAdded;
    this.urlBefore = urlBefore;
    this.urlAfter = urlAfter;
  }
}

/** Moves the path of a mount from `req.url` to `req.baseUrl`. */
export function trimUrl(frame: UrlState, layerPath: string): void {
  const { req, protohost, parentBaseUrl } = frame;
  const url: string = req.url;
  const kept = protohost + url.slice(protohost.length + layerPath.length);
  const slashAdded = protohost === '' && kept.charCodeAt(0) !== 47;
  const rest = slashAdded ? `/${kept}` : kept;
  const urlBefore = protohost === '' && frame.startsWithPath && url === frame.url ? url : null;
  frame.trim = new TrimmedUrl(layerPath, slashAdded, urlBefore, rest);
  req.url = rest;
  // `endsWith` costs more than the rest of this function.
  const endsInSlash = layerPath.charCodeAt(layerPath.length - 1) === 47;
  req.baseUrl = (parentBaseUrl || '') + (endsInSlash ? layerPath.slice(0, -1) : layerPath);
}

/** Puts the path of a mount back on `req.url`, which the handler may have changed. */
export function restoreUrl(frame: UrlState, { removed, slashAdded, urlBefore, urlAfter }: TrimmedUrl): void {
  const { req, protohost } = frame;
  // Reusing the same string saves a concatenation, and a character by character comparison in `updateList`.
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
 * For some characters, anywhere in the URL including the query, parseurl calls `url.parse`, which escapes and rewrites the
 * path.
 */
function readByParseurl(req: any, into: UrlState): void {
  const { url } = into;
  into.path = parsePath(req, parseurl);
  const { path } = into;
  // Handlers may have set another path on the object that parseurl caches.
  into.startsWithPath =
    typeof url === 'string' &&
    url.charCodeAt(0) === 47 &&
    !needsParseurl(url, 1) &&
    (path == null || url.startsWith(path));
  const pathFlags = path == null ? MUST_SCAN : readPath(path);
  // An unescaped path may contain a question mark, which the tree cannot look up.
  into.pathFlags = path != null && endOf(pathFlags) === path.length ? pathFlags : MUST_SCAN;
}

type Parse = (req: any) => { readonly pathname: string | null } | undefined;

/** The path as parseurl reads it; undefined for a URL that it cannot parse, and for which it throws: `http://[`. */
export function parsePath(req: unknown, parse: Parse): string | null | undefined {
  try {
    return parse(req)?.pathname;
  } catch {
    return undefined;
  }
}

function needsParseurl(url: string, from: number): boolean {
  for (let i = from; i < url.length; i++) if (isRewritten(url.charCodeAt(i))) return true;
  return false;
}

/** Whitespace, `#`, no-break space and byte order mark. */
function isRewritten(code: number): boolean {
  return (
    (code <= 35 && (code === 35 || code === 32 || (code >= 9 && code <= 13 && code !== 11))) ||
    code === 0xa0 ||
    code === 0xfeff
  );
}

/** Protocol and host of an absolute-form URL, which stay in `req.url` while mounts strip their part of the path. */
export function protohostOf(url: unknown): string {
  return typeof url !== 'string' || url.charCodeAt(0) === 47 ? '' : protohostOfAbsolute(url);
}

function protohostOfAbsolute(url: string): string {
  if (url.length === 0) return '';
  const query = url.indexOf('?');
  const scheme = (query === -1 ? url : url.slice(0, query)).indexOf('://');
  return scheme === -1 ? '' : url.substring(0, url.indexOf('/', scheme + 3));
}
