import { Failure } from '../failure.js';
import { nameOf, type Request } from './request.js';
import type { Response } from './response.js';

/** Where responses to logins have a token. */
const TOKENS = ['token', 'access_token', 'accessToken', 'jwt', 'id_token', 'idToken'];

/** The headers that authenticate after a login: the cookies of its response, and its token as a bearer token. */
export function credentialsOf(request: Request, response: Response): [name: string, value: string][] {
  if (response.error !== null || response.status >= 400) {
    throw new Failure(`The login ${nameOf(request)} got ${response.error ?? response.status}.`);
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
