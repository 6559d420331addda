/** Requests made of a route table: what somebody would ask who knows the routes and nothing else. */
import type { ListedLayer } from '../../../compiler/listing.js';
import { type Request, requestOf, SAFE } from './request.js';

export interface Derived {
  readonly requests: readonly Request[];
  /** Routes of which no path could be made: regular expressions, mostly. */
  readonly skipped: readonly string[];
}

/** Nobody has a route of this name: how 404s look is compared as well. */
const NOWHERE = '/maglev-compare/no-such-route';

/** By the name of the parameter, the first that fits. */
const PLAUSIBLE: readonly [name: RegExp, value: string][] = [
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

/** `values` are those of parameters by name. */
export function derive(
  table: readonly ListedLayer[],
  values: Readonly<Record<string, string>> = {},
): Derived {
  const requests = new Map<string, Request>();
  const skipped: string[] = [];
  const add = (method: string, path: string, route: string) => {
    // What expects a body most likely expects JSON.
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
  add('GET', '/', '/');
  add('GET', NOWHERE, '(no route)');
  return { requests: [...requests.values()], skipped: [...new Set(skipped)] };
}

/** A path for a route as registered, in any of the grammars; null where there is no telling. */
export function fill(route: string, values: Readonly<Record<string, string>> = {}): string | null {
  if (/\^|\\\/|\$\//.test(route)) return null;
  const give = (name: string, pattern: string | undefined, wildcard: boolean) => {
    const value = Object.hasOwn(values, name) ? values[name]! : plausible(name, pattern, wildcard);
    return wildcard ? encodeURI(value) : encodeURIComponent(value);
  };
  const filled = firstOfLists(route)
    // With what is optional: `{/:id}` in 5.x, `/:id?` and `(/more)?` before.
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

function plausible(name: string, pattern: string | undefined, wildcard: boolean): string {
  if (pattern !== undefined) return fitting(pattern);
  if (wildcard) return 'some/file.txt';
  return PLAUSIBLE.find(([known]) => known.test(name))?.[1] ?? 'x';
}

/** Something that the pattern of a parameter takes, if it is among the usual ones. */
function fitting(pattern: string): string {
  const whole = new RegExp(`^(?:${pattern})$`);
  const candidates = ['1', 'x', 'ada', '2024-01-31', '00000000-0000-4000-8000-000000000001', 'abcdef012345'];
  const words = pattern.match(/[A-Za-z]\w*/g) ?? [];
  return [...candidates, ...words].find((value) => whole.test(value)) ?? '1';
}
