import parseurl from 'parseurl';
import { type PathKey, readPath } from '../../compiler/path.js';

/** What dispatch needs to know of a request's url. */
export interface UrlReading extends PathKey {
  path: string | null | undefined;
  /** The url begins with the path, character for character. */
  literal: boolean;
  /** The path is regular, and can be looked up by its key. */
  regular: boolean;
}

/**
 * Reads the path as parseurl does: by itself for the urls that make up the traffic, through parseurl for the others.
 */
export function readUrl(req: any, into: UrlReading): void {
  const url: unknown = req.url;
  const end = typeof url === 'string' ? readPath(url, into) : -1;
  if (end === -1 || (end !== (url as string).length && hasOdd(url as string, end))) {
    readOdd(req, into);
    return;
  }
  into.path = end === (url as string).length ? (url as string) : (url as string).slice(0, end);
  into.literal = true;
  into.regular = true;
}

/**
 * A character that makes parseurl parse a url in full, and so escape and rewrite the path, may stand anywhere in it,
 * also in the query.
 */
function readOdd(req: any, into: UrlReading): void {
  const { url } = req;
  into.literal = typeof url === 'string' && url.charCodeAt(0) === 47 && !hasOdd(url, 1);
  try {
    into.path = parseurl(req)!.pathname;
  } catch {
    into.path = undefined;
  }
  const { path } = into;
  into.regular = path != null && readPath(path, into) === path.length;
}

function hasOdd(url: string, from: number): boolean {
  for (let i = from; i < url.length; i++) if (isOdd(url.charCodeAt(i))) return true;
  return false;
}

/** White space, `#`, no-break space and byte order mark. */
function isOdd(code: number): boolean {
  return (
    (code <= 35 && (code === 35 || code === 32 || (code >= 9 && code <= 13 && code !== 11))) ||
    code === 0xa0 ||
    code === 0xfeff
  );
}

/** Protocol and host of an absolute-form url, which stay in front while mounts take their part of the path. */
export function protohostOf(url: unknown): string {
  if (typeof url !== 'string' || url.length === 0 || url.charCodeAt(0) === 47) return '';
  const query = url.indexOf('?');
  const scheme = (query === -1 ? url : url.slice(0, query)).indexOf('://');
  return scheme === -1 ? '' : url.substring(0, url.indexOf('/', scheme + 3));
}
