/** What is asked of which application. */
import { type Application, type Route, route } from './application.js';
import type { Exchange, Expected } from './exchange.js';
import { IDS, idOf, type Kind, type Pool } from './pool.js';

export interface Scenario extends Pool {
  readonly id: string;
  readonly name: string;
  readonly application: () => Application;
  /** Packages without which it cannot be. */
  readonly needs?: readonly string[];
}

export const get = (path: string, answer: Expected): Exchange => ({
  method: 'GET',
  path,
  headers: {},
  ...answer,
});

export const json = (value: object): Expected => ({ status: 200, json: value });

/** One kind of request, as many as there are ids. */
export function byId(exchange: (id: string) => Exchange): Pool {
  const kind: Kind = (index) => exchange(idOf(index));
  return { kinds: [kind], size: IDS };
}

/** A route that answers with its parameter. */
export function identify(path: string): Route {
  return route('get', path, 'json', 'params', ({ id = 'none' }) => ({ id }));
}

/**
 * The one parameter of a query, cut out of the text. The simplest routes answer with it: their path is a constant text, and nobody
 * has to parse anything, as every framework hands out the url. It has the same name each time, as the parameters of an application
 * have: those who parse every query would pay for a new kind of object with each new name.
 */
export function idInUrl(url: string): string {
  return url.slice(url.indexOf('=') + 1);
}
