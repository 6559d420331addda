import parseurl from 'parseurl';

/** The path of a request's url. `literal` says that the url begins with it, character for character. */
export interface UrlPath {
  path: string | null | undefined;
  literal: boolean;
}

/**
 * Reads the path as parseurl does: by itself for the urls that make up the traffic, through parseurl for those
 * with a character that makes it parse in full (and so escape and rewrite the path).
 */
export function readUrl(req: any, into: UrlPath): void {
  const url: unknown = req.url;
  if (typeof url === 'string' && url.charCodeAt(0) === 47) {
    let end = url.length;
    for (let i = 1; i < url.length; i++) {
      const code = url.charCodeAt(i);
      if (code === 63) {
        if (end === url.length) end = i;
      } else if (isOdd(code)) {
        end = -1;
        break;
      }
    }
    if (end !== -1) {
      into.path = end === url.length ? url : url.slice(0, end);
      into.literal = true;
      return;
    }
  }
  into.literal = false;
  try {
    into.path = parseurl(req)!.pathname;
  } catch {
    into.path = undefined;
  }
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
