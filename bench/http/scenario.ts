/** A scenario: an application and the requests to it. */
import { type Application, type Route, route } from './application.js';
import type { Exchange, Expected } from './exchange.js';
import { IDS, idOf, type Kind, type Pool } from './pool.js';

export interface Scenario extends Pool {
  readonly id: string;
  readonly name: string;
  readonly application: () => Application;
  /** Packages that it requires. */
  readonly needs?: readonly string[];
}

export const get = (path: string, expected: Expected): Exchange => ({
  method: 'GET',
  path,
  headers: {},
  ...expected,
});

export const json = (value: object): Expected => ({ status: 200, json: value });

/** One kind of request, with one request for each id. */
export function byId(exchange: (id: string) => Exchange): Pool {
  const kind: Kind = (index) => exchange(idOf(index));
  return { kinds: [kind], size: IDS };
}

/** A route that responds with its parameter. */
export function identify(path: string): Route {
  return route('get', path, 'json', 'params', ({ id = 'none' }) => ({ id }));
}

/**
 * The only parameter of a query, sliced out of the URL. The simplest routes respond with it: their path is constant, and nothing has
 * to be parsed, because every framework provides the URL. The parameter always has the same name, as in an application: frameworks
 * that parse every query would create a new hidden class for each new name.
 */
export function idInUrl(url: string): string {
  return url.slice(url.indexOf('=') + 1);
}
