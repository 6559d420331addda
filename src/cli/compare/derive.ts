/** Derives requests from a route table. */
import type { ListedLayer } from '../../../compiler/listing.js';
import { type Request, requestOf, SAFE } from './request.js';

export interface Derived {
  readonly requests: readonly Request[];
  /** Routes for which no path could be generated: mostly regular expressions. */
  readonly skipped: readonly string[];
}

/** For comparing 404 responses. */
const NOWHERE = '/maglev-compare/no-such-route';

/** Values by the name of the parameter; the first match counts. */
const GUESSES: readonly [name: RegExp, value: string][] = [
  [/uuid|guid/i, '00000000-0000-4000-8000-000000000001'],
  [/year/i, '2024'],
  [/date|day/i, '2024-01-31'],
  [/mail/i, 'ada@example.com'],
  [/lang|locale/i, 'en'],
  [/slug/i, 'a-title'],
  [/user_?name|name/i, 'ada'],
  [/file|path/i, 'file.txt'],
  [/id$|^(n|num|number|page|count|index|version|limit)$/i, '1'],
];

/** `values` has values of parameters by name. */
export function derive(
  table: readonly ListedLayer[],
  values: Readonly<Record<string, string>> = {},
): Derived {
  const requests = new Map<string, Request>();
  const skipped: string[] = [];
  const add = (method: string, path: string, route: string) => {
    // Most routes that expect a body expect JSON.
    const more = SAFE.includes(method)
      ? {}
      : { body: '{}', headers: [['Content-Type', 'application/json']] as const };
    const key = `${method} ${path}`;
    if (!requests.has(key)) requests.set(key, requestOf({ method, path, route, ...more }));
  };
  for (const { methods, path: route } of table) {
    if (methods.includes('USE')) continue;
    const path = fill(route, values);
    if (path === null) {
      skipped.push(route);
      continue;
    }
    for (const method of methods.includes('ALL') ? ['GET'] : methods) add(method, path, route);
    if (methods.some((method) => method === 'GET' || method === 'ALL')) add('HEAD', path, route);
    add('OPTIONS', path, route);
  }
  add('GET', '/', '(the root)');
  add('GET', NOWHERE, '(no route)');
  return { requests: [...requests.values()], skipped: [...new Set(skipped)] };
}

/** A path that matches a route's path, of any line; null if none can be generated. */
export function fill(route: string, values: Readonly<Record<string, string>> = {}): string | null {
  if (/\^|\\\/|\$\//.test(route)) return null;
  const give = (name: string, pattern: string | undefined, wildcard: boolean) => {
    const value = Object.hasOwn(values, name) ? values[name]! : guessValue(name, pattern, wildcard);
    return wildcard ? encodeURI(value) : encodeURIComponent(value);
  };
  const filled = firstOfLists(route)
    // Includes optional parts: `{/:id}` in 5.x, `/:id?` and `(/more)?` before.
    .replace(/[{}]/g, '')
    .replace(
      /([:*])(?:"([^"]+)"|(\w+))(\((?:[^()]|\([^()]*\))*\))?[?*+]?/g,
      (_, kind, quoted, name, pattern) => give(quoted ?? name, pattern, kind === '*'),
    )
    .replace(/\*/g, () => give('0', undefined, true))
    .replace(/\(([^()|]*)\)\?/g, '$1');
  return /[()|\\?+[\]]/.test(filled) || !filled.startsWith('/') ? null : filled;
}

/** Listings show several paths of one route as `(/a|/b)`. */
function firstOfLists(route: string): string {
  return route.replace(/\((\/[^()|]*)(\|\/[^()|]*)+\)/g, '$1');
}

function guessValue(name: string, pattern: string | undefined, wildcard: boolean): string {
  if (pattern !== undefined) return guessByPattern(pattern);
  if (wildcard) return 'some/file.txt';
  return GUESSES.find(([known]) => known.test(name))?.[1] ?? 'x';
}

/** A value that matches a common pattern of a parameter. */
function guessByPattern(pattern: string): string {
  const whole = new RegExp(`^(?:${pattern})$`);
  const candidates = ['1', 'x', 'ada', '2024-01-31', '00000000-0000-4000-8000-000000000001', 'abcdef012345'];
  const words = pattern.match(/[A-Za-z]\w*/g) ?? [];
  return [...candidates, ...words].find((value) => whole.test(value)) ?? '1';
}
