/** The parsers of request headers of 3.x, which differ from the current ones in edge cases. */

type Headers = Record<string, any>;

/** Whether the client's copy is fresh; unlike in 4.x, both date and ETag have to agree if both are given. */
export function isFresh(request: Headers, response: Headers): boolean {
  const since = request['if-modified-since'];
  const tags = request['if-none-match'];
  if (!since && !tags) return false;
  if (request['cache-control']?.includes('no-cache')) return false;
  return (
    (!tags || hasTag(tags, response.etag)) && (!since || !isModifiedSince(response['last-modified'], since))
  );
}

function hasTag(tags: string, etag: unknown): boolean {
  return tags.split(/ *, */).some((tag) => tag === '*' || tag === etag || tag === `W/${etag}`);
}

function isModifiedSince(modified: string, since: string): boolean {
  return !(new Date(modified) <= new Date(since));
}

export type Ranges = { start: number; end: number }[] & { type?: string };

/** The ranges of a Range header: -2 if it is malformed, -1 if one of them is unsatisfiable. */
export function parseRange(size: number, header: string): Ranges | -1 | -2 {
  const equals = header.indexOf('=');
  if (equals === -1) return -2;
  const ranges: Ranges = header
    .slice(equals + 1)
    .split(',')
    .map((range) => parsePart(range, size));
  ranges.type = header.slice(0, equals);
  return ranges.every(({ start, end }) => start >= 0 && start <= end) ? ranges : -1;
}

function parsePart(range: string, size: number): { start: number; end: number } {
  const [first, second] = range.split('-');
  let start = Number.parseInt(first!, 10);
  let end = Number.parseInt(second!, 10);
  if (Number.isNaN(start)) {
    start = size - end;
    end = size - 1;
  } else if (Number.isNaN(end)) {
    end = size - 1;
  }
  // biome-ignore lint/complexity/useMathMinMax: without a size, the end stays what it is
  return { start, end: end > size - 1 ? size - 1 : end };
}

const BASIC = /^ *basic +([A-Za-z0-9\-._~+/]+=*) *$/i;
const CREDENTIALS = /^([^:]*):(.*)$/;

/** User name and password of basic authentication, if the client sent any. */
export function parseAuth(header: string | undefined): { username: string; password: string } | undefined {
  const encoded = BASIC.exec(header || '');
  const found = encoded && CREDENTIALS.exec(Buffer.from(encoded[1]!, 'base64').toString());
  return found ? { username: found[1]!, password: found[2]! } : undefined;
}
