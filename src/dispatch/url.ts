import url from 'node:url';
import parseurl from 'parseurl';
import { endOf, IRREGULAR, type Reading, readPath } from '../../compiler/path.js';

/** What parseurl makes; the types have it as an interface only. */
const { Url } = url as unknown as { Url: new () => any };

/** What dispatch needs to know of a request's url. */
export interface UrlReading {
  /** What is read. */
  url: unknown;
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
  const { url } = into;
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
 * Leaves on the request what parseurl would have: Express finds its way by it, and people read `req._parsedUrl` wherever they
 * are. A url that begins with its path has been read already, and need not be read again for it.
 */
export function keepParsed(req: any, { url, path, literal }: UrlReading): void {
  if (!literal) {
    if (path !== undefined) parseurl(req);
    return;
  }
  const parsed = new Url();
  parsed.path = url;
  parsed.href = url;
  parsed.pathname = path;
  if ((url as string).length !== path!.length) {
    const search = (url as string).slice(path!.length);
    parsed.search = search;
    parsed.query = search.slice(1);
  }
  parsed._raw = url;
  req._parsedUrl = parsed;
}

/**
 * A character that makes parseurl parse a url in full, and so escape and rewrite the path, may stand anywhere in it,
 * also in the query.
 */
function readOdd(req: any, into: UrlReading): void {
  const { url } = into;
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
