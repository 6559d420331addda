import { Failure } from '../failure.js';
import { nameOf, type Request } from './request.js';
import type { Response } from './response.js';

/** Where responses to logins have a token. */
const TOKENS = ['token', 'access_token', 'accessToken', 'jwt', 'id_token', 'idToken'];

/** The headers that authenticate after a login: the cookies of its response, and its token as a bearer token. */
export function credentialsOf(request: Request, response: Response): [name: string, value: string][] {
  if (response.error !== null || response.status >= 400) {
    throw new Failure(
      `The login ${nameOf(request)} failed: ${response.error ?? `status ${response.status}`}.`,
    );
  }
  const cookies = response.headers
    .filter(([name]) => name.toLowerCase() === 'set-cookie')
    .map(([, value]) => value.split(';', 1)[0]!);
  const token = tokenIn(response.body.toString());
  if (cookies.length === 0 && token === undefined) {
    throw new Failure(
      `The response to the login ${nameOf(request)} has neither a cookie nor a token: use --header to authenticate instead.`,
    );
  }
  return [
    ...(cookies.length > 0 ? [['Cookie', cookies.join('; ')] as [string, string]] : []),
    ...(token === undefined ? [] : [['Authorization', `Bearer ${token}`] as [string, string]]),
  ];
}

/** Whether a request ends the session of those after it: by its name, or because its response deletes a cookie of the login. */
export function endsSession(
  request: Request,
  { headers }: Response,
  credentials: readonly (readonly [string, string])[],
): boolean {
  if (isLogout(request)) return true;
  const cookies = credentials.find(([name]) => name === 'Cookie')?.[1].split('; ') ?? [];
  return headers.some(([name, value]) => {
    const [pair = '', ...attributes] = value.split(/\s*;\s*/);
    const cookie = pair.slice(0, pair.indexOf('=') + 1);
    const isOfLogin = name.toLowerCase() === 'set-cookie' && cookies.some((one) => one.startsWith(cookie));
    return isOfLogin && (pair === cookie || attributes.some(isPast));
  });
}

/** Whether an attribute of a cookie deletes it. */
function isPast(attribute: string): boolean {
  const [, age] = /^max-age=(-?\d+)$/i.exec(attribute) ?? [];
  const [, date] = /^expires=(.*)$/i.exec(attribute) ?? [];
  return Number(age ?? 1) <= 0 || Date.parse(date ?? '') < Date.now();
}

/** Whether a request logs out, judged by its path. */
export function isLogout({ method, path }: Pick<Request, 'method' | 'path'>): boolean {
  return method !== 'OPTIONS' && /(?:\b|_)(?:log|sign)[-_]?(?:out|off)(?:\b|_)/i.test(path);
}

function tokenIn(text: string): string | undefined {
  let parsed: any;
  try {
    parsed = JSON.parse(text);
  } catch {
    return undefined;
  }
  const found = [parsed, parsed?.data].flatMap((one) => TOKENS.map((name) => one?.[name]));
  return found.find((value): value is string => typeof value === 'string');
}
