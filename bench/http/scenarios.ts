/** What is asked of which application, as data. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { RESULTS } from '../places.js';
import { apiApplication, apiRequests } from './api.js';
import { type Application, application, type Mounted, type Route, route, router } from './application.js';
import { form, people } from './bodies.js';
import type { Exchange, Expected } from './exchange.js';
import { pathsOf } from './tables.js';
import { stepsTaken } from './work.js';

export interface Scenario {
  readonly id: string;
  readonly name: string;
  readonly application: () => Application;
  readonly requests: readonly Exchange[];
  /** Packages without which it cannot be. */
  readonly needs?: readonly string[];
}

/** Routers side by side in the nested application. */
const AREAS = 10;
const FILES = process.env.MAGLEV_BENCH_FILES ?? `${RESULTS}/files`;
const get = (path: string, answer: Expected): Exchange => ({ method: 'GET', path, headers: {}, ...answer });
const json = (value: object): Expected => ({ status: 200, json: value });

/** Families of scenarios by size; the id of one is `family-size`. */
const growing: Readonly<Record<string, (size: number) => Omit<Scenario, 'id'>>> = {
  flat: (count) => ({
    name: `${count} routes, flat, last`,
    application: () => application({ routes: pathsOf(count).map(identify) }),
    requests: [lastOf(pathsOf(count))],
  }),
  nested: (count) => ({
    name: `${count} routes, nested, last`,
    application: () => application({ routers: [router('/api', { routers: areas(count) })] }),
    requests: [lastOf(pathsOf(count / AREAS).map((path) => `/api/area${AREAS - 1}${path}`))],
  }),
  depth: (depth) => ({
    name: `${depth} routers deep`,
    application: () => nest(depth, application({ routes: [identify('/:id')] })),
    requests: [get(`${'/level'.repeat(depth)}/7`, json({ id: '7' }))],
  }),
  middlewares: (count) => ({
    name: `${count} middlewares`,
    application: () =>
      application({
        middlewares: Array(count).fill('step'),
        routes: [route('get', '/', 'json', 'nothing', () => ({ steps: stepsTaken() }))],
      }),
    requests: [get('/', json({ steps: count }))],
  }),
  'post-json': (bytes) => ({
    name: `POST JSON, ${sizeName(bytes)}`,
    application: () =>
      application({
        middlewares: ['json'],
        routes: [route('post', '/', 'json', 'body', (body) => ({ people: body.people.length }))],
      }),
    requests: [
      {
        method: 'POST',
        path: '/',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(people(bytes)),
        ...json({ people: people(bytes).people.length }),
      },
    ],
  }),
  static: (bytes) => ({
    name: `static file, ${sizeName(bytes)}`,
    application: () => application({ files: { path: '/files', folder: folderWith(bytes) } }),
    requests: [get(`/files/${bytes}.txt`, { status: 200, text: fileOf(bytes) })],
  }),
};

const fixed: readonly Scenario[] = [
  {
    id: 'plaintext',
    name: 'plaintext',
    application: () => application({ routes: [route('get', '/', 'text', 'nothing', () => 'Hello, World!')] }),
    requests: [get('/', { status: 200, text: 'Hello, World!' })],
  },
  {
    id: 'json',
    name: 'JSON',
    application: () =>
      application({ routes: [route('get', '/', 'json', 'nothing', () => ({ message: 'Hello, World!' }))] }),
    requests: [get('/', json({ message: 'Hello, World!' }))],
  },
  {
    id: 'param',
    name: 'parameter',
    application: () => application({ routes: [identify('/users/:id')] }),
    requests: [get('/users/7', json({ id: '7' }))],
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
    requests: [get('/search?q=mag%20lev&page=2&tag=a&tag=b', json({ q: 'mag lev', page: '2', tag: 'b' }))],
  },
  sized('post-json', 1024),
  sized('post-json', 100 * 1024),
  {
    id: 'post-form',
    name: 'POST urlencoded, 1 KB',
    application: () =>
      application({
        middlewares: ['form'],
        routes: [route('post', '/', 'json', 'body', ({ name, mail }) => ({ name, mail }))],
      }),
    requests: [
      {
        method: 'POST',
        path: '/',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: form(1024),
        ...json({ name: 'Ada Lovelace', mail: 'ada@example.com' }),
      },
    ],
  },
  sized('static', 10 * 1024),
  {
    id: 'not-found',
    name: '404',
    application: () => application({ routes: pathsOf(10).map(identify) }),
    requests: [get('/nothing/here', { status: 404 })],
  },
  {
    id: 'error',
    name: 'error',
    application: () => application({ errors: true, routes: [route('get', '/', 'json', 'nothing', fail)] }),
    requests: [get('/', { status: 500, json: { error: 'out of order' } })],
  },
  {
    id: 'api',
    name: 'realistic API',
    application: apiApplication,
    requests: apiRequests,
    needs: ['cookie-parser'],
  },
];

export const scenarios: readonly Scenario[] = fixed;

/** One of the list, or any member of a growing family. */
export function scenarioOf(id: string): Scenario {
  const known = fixed.find((one) => one.id === id);
  if (known !== undefined) return known;
  const [, family = '', size] = /^(.*)-(\d+)$/.exec(id) ?? [];
  if (!Object.hasOwn(growing, family)) {
    throw new Error(`There is no scenario ${id}; there are ${fixed.map((one) => one.id).join(', ')}.`);
  }
  return sized(family, Number(size));
}

function sized(family: string, size: number): Scenario {
  return { id: `${family}-${size}`, ...growing[family]!(size) };
}

function identify(path: string): Route {
  return route('get', path, 'json', 'params', ({ id = 'none' }) => ({ id }));
}

function lastOf(paths: readonly string[]): Exchange {
  const path = paths.at(-1)!;
  return get(path.replaceAll(/:\w+/g, '7'), json({ id: path.includes(':id') ? '7' : 'none' }));
}

function areas(count: number): Mounted[] {
  return Array.from({ length: AREAS }, (_, i) =>
    router(`/area${i}`, { routes: pathsOf(count / AREAS).map(identify) }),
  );
}

function nest(depth: number, innermost: Application): Application {
  if (depth === 0) return innermost;
  return application({ routers: [{ ...nest(depth - 1, innermost), path: '/level' }] });
}

function fail(): never {
  throw new Error('out of order');
}

function fileOf(bytes: number): string {
  return 'All work and no play makes a dull benchmark.\n'.repeat(bytes / 45 + 1).slice(0, bytes);
}

function folderWith(bytes: number): string {
  const file = `${FILES}/${bytes}.txt`;
  mkdirSync(FILES, { recursive: true });
  // Written once, so that its date is the same for all subjects.
  if (!existsSync(file)) writeFileSync(file, fileOf(bytes));
  return FILES;
}

function sizeName(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  return bytes < 1024 * 1024 ? `${Math.round(bytes / 1024)} KB` : `${Math.round(bytes / 1024 / 1024)} MB`;
}
