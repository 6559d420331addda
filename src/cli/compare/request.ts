/** A request that is sent to both sides. */
export interface Request {
  readonly method: string;
  /** Path and query, as on the wire. */
  readonly path: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer | null;
  /** The name for display: the path of its route, or its own. */
  readonly route: string;
}

/** Safe methods, which change no data. */
export const SAFE: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];

/** The two sides have different ports, and applications repeat the Host header in responses. */
const HOST = 'localhost';

interface Parts {
  readonly method: string;
  readonly path: string;
  readonly headers?: readonly (readonly [string, string])[];
  readonly body?: Buffer | string | null;
  readonly route?: string;
}

/** Adds the headers that a request needs on the wire. */
export function requestOf({ method, path, headers = [], body = null, route = path }: Parts): Request {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  const has = (name: string) => headers.some(([given]) => given.toLowerCase() === name);
  const added: [string, string][] = [];
  if (!has('host')) added.push(['Host', HOST]);
  if (bytes !== null) added.push(['Content-Length', String(bytes.length)]);
  const kept = headers.filter(([name]) => !/^(content-length|transfer-encoding|connection)$/i.test(name));
  return {
    method: method.toUpperCase(),
    path: (path.startsWith('/') ? path : `/${path}`).replace(/[^\x21-\x7e]/gu, encodeURIComponent),
    headers: [...added, ...kept],
    body: bytes,
    route,
  };
}

/** The same request with headers that all requests get; its own have precedence. */
export function withHeaders(request: Request, headers: readonly (readonly [string, string])[]): Request {
  const own = new Set(request.headers.map(([name]) => name.toLowerCase()));
  return {
    ...request,
    headers: [...request.headers, ...headers.filter(([name]) => !own.has(name.toLowerCase()))],
  };
}

/** The same request with headers that replace its own of the same names. */
export function overHeaders(request: Request, headers: readonly (readonly [string, string])[]): Request {
  if (headers.length === 0) return request;
  const given = new Set(headers.map(([name]) => name.toLowerCase()));
  const own = request.headers.filter(([name]) => !given.has(name.toLowerCase()));
  return { ...request, headers: [...own, ...headers] };
}

export function nameOf({ method, path }: Pick<Request, 'method' | 'path'>): string {
  return `${method} ${path}`;
}

/** The maximum length of a body in a name. */
const EXCERPT = 60;

/** Its name and the start of its body, which distinguishes requests of one name. */
export function nameWithBody(request: Pick<Request, 'method' | 'path' | 'body'>): string {
  const text = request.body?.toString().replace(/\s+/g, ' ') ?? '';
  const body = text.length > EXCERPT ? `${text.slice(0, EXCERPT - 3)}...` : text;
  return body === '' ? nameOf(request) : `${nameOf(request)} ${body}`;
}

/** Whatever host a file names, only the path is used, on this machine. */
export function pathOf(target: string): string | undefined {
  if (target.startsWith('/')) return target.split('#')[0];
  if (!URL.canParse(target)) return undefined;
  const { pathname, search } = new URL(target);
  return pathname + search;
}
