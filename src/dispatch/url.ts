import parseurl from 'parseurl';
import { endOf, IRREGULAR, type Reading, readPath } from '../../compiler/path.js';

/** What dispatch needs to know of a request's url. */
export interface UrlReading {
  path: string | null | undefined;
  /** The url begins with the path, character for character. */
  literal: boolean;
  /** What was read off the path, if it is regular and can be looked up. */
  reading: Reading;
}

/**
 * Reads the path as parseurl does: by itself for the urls that make up the traffic, through parseurl for the others.
 */
export function readUrl(req: any, into: UrlReading): void {
  const url: unknown = req.url;
  const reading = typeof url === 'string' ? readPath(url) : IRREGULAR;
  const end = endOf(reading);
  if (reading === IRREGULAR || (end !== (url as string).length && hasOdd(url as string, end))) {
    readOdd(req, into);
    return;
  }
  into.path = end === (url as string).length ? (url as string) : (url as string).slice(0, end);
  into.literal = true;
  into.reading = reading;
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
  const reading = path == null ? IRREGULAR : readPath(path);
  // A question mark in a path that was unescaped is part of it, and nothing that can be looked up.
  into.reading = path != null && endOf(reading) === path.length ? reading : IRREGULAR;
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
  return typeof url !== 'string' || url.charCodeAt(0) === 47 ? '' : protohostOfAbsolute(url);
}

function protohostOfAbsolute(url: string): string {
  if (url.length === 0) return '';
  const query = url.indexOf('?');
  const scheme = (query === -1 ? url : url.slice(0, query)).indexOf('://');
  return scheme === -1 ? '' : url.substring(0, url.indexOf('/', scheme + 3));
}
