/** All scenarios, as data. */
import { apiApplication, apiKinds } from './api.js';
import { application, route } from './application.js';
import { form } from './bodies.js';
import { families } from './families.js';
import { bodiesOf, IDS, idOf } from './pool.js';
import { byId, get, identify, idInUrl, json, type Scenario } from './scenario.js';
import { pathsOf } from './tables.js';

const KILOBYTE = 1024;

export const scenarios: readonly Scenario[] = [
  {
    id: 'plaintext',
    name: 'plaintext',
    application: () =>
      application({ routes: [route('get', '/hello', 'text', 'url', (url) => `Hello, ${idInUrl(url)}!`)] }),
    ...byId((id) => get(`/hello?id=${id}`, { status: 200, text: `Hello, ${id}!` })),
  },
  {
    id: 'json',
    name: 'JSON',
    application: () =>
      application({
        routes: [route('get', '/hello', 'json', 'url', (url) => ({ message: `Hello, ${idInUrl(url)}!` }))],
      }),
    ...byId((id) => get(`/hello?id=${id}`, json({ message: `Hello, ${id}!` }))),
  },
  {
    // What most benchmarks measure, under a name that makes the difference clear.
    id: 'same',
    name: 'same response every time',
    application: () =>
      application({ routes: [route('get', '/', 'json', 'nothing', () => ({ message: 'Hello, World!' }))] }),
    kinds: [() => get('/', json({ message: 'Hello, World!' }))],
    size: 1,
  },
  {
    id: 'param',
    name: 'parameter',
    application: () => application({ routes: [identify('/users/:id')] }),
    ...byId((id) => get(`/users/${id}`, json({ id }))),
  },
  sized('flat', 500),
  sized('nested', 500),
  sized('middlewares', 10),
  sized('middlewares', 50),
  {
    id: 'query',
    name: 'query string',
    application: () =>
      application({
        routes: [route('get', '/search', 'json', 'query', ({ q, page, tag }) => ({ q, page, tag: tag[1] }))],
      }),
    kinds: [
      (index) => {
        const [id, page, tag] = [idOf(index), String(index % 90), `b${index % 70}`];
        return get(
          `/search?q=mag%20lev%20${id}&page=${page}&tag=a&tag=${tag}`,
          json({ q: `mag lev ${id}`, page, tag }),
        );
      },
    ],
    size: IDS,
  },
  sized('post-json', KILOBYTE),
  sized('post-json', 100 * KILOBYTE),
  {
    id: 'post-form',
    name: 'POST urlencoded, 1 KB',
    application: () =>
      application({
        middlewares: ['form'],
        routes: [route('post', '/', 'json', 'body', ({ name, mail }) => ({ name, mail }))],
      }),
    kinds: [
      (index) => ({
        method: 'POST',
        path: '/',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: form(KILOBYTE, idOf(index)),
        ...json({ name: `Ada Lovelace ${idOf(index)}`, mail: `ada${idOf(index)}@example.com` }),
      }),
    ],
    size: bodiesOf(KILOBYTE),
  },
  sized('static', 10 * KILOBYTE),
  {
    id: 'not-found',
    name: '404',
    application: () => application({ routes: pathsOf(10).map(identify) }),
    ...byId((id) => get(`/nothing/${id}/here`, { status: 404 })),
  },
  {
    id: 'error',
    name: 'error',
    application: () => application({ errors: true, routes: [route('get', '/broken', 'json', 'url', fail)] }),
    ...byId((id) => get(`/broken?id=${id}`, { status: 500, json: { error: `out of order: ${id}` } })),
  },
  {
    id: 'api',
    name: 'realistic API',
    application: apiApplication,
    kinds: apiKinds,
    size: IDS,
    needs: ['cookie-parser'],
  },
];

/** One of the list, or any member of a family. */
export function scenarioOf(id: string): Scenario {
  const known = scenarios.find((one) => one.id === id);
  if (known !== undefined) return known;
  const [, family = '', size] = /^(.*)-(\d+)$/.exec(id) ?? [];
  if (!Object.hasOwn(families, family)) {
    throw new Error(`There is no scenario ${id}; there are ${scenarios.map((one) => one.id).join(', ')}.`);
  }
  return sized(family, Number(size));
}

function sized(family: string, size: number): Scenario {
  return { id: `${family}-${size}`, ...families[family]!(size) };
}

function fail(url: string): never {
  throw new Error(`out of order: ${idInUrl(url)}`);
}
