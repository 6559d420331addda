/** Scenarios that come in sizes. */
import { type Application, application, type Mounted, route, router } from './application.js';
import { people } from './bodies.js';
import { FILES, folderWith, nameOfFile, textOfFile } from './files.js';
import { bodiesOf, type Pool } from './pool.js';
import { byId, get, identify, json, type Scenario } from './scenario.js';
import { lastParameter, pathsOf } from './tables.js';
import { takeSteps } from './work.js';

/** Sibling routers in the nested application. */
const AREAS = 10;

/** By family; the id of a scenario is `family-size`. */
export const families: Readonly<Record<string, (size: number) => Omit<Scenario, 'id'>>> = {
  flat: (count) => ({
    name: `${count} routes, flat, last`,
    application: () => application({ routes: pathsOf(count).map(identify) }),
    ...lastOf(count, ''),
  }),
  nested: (count) => ({
    name: `${count} routes, nested, last`,
    application: () => application({ routers: [router('/api', { routers: areas(count) })] }),
    ...lastOf(count / AREAS, `/api/area${AREAS - 1}`),
  }),
  depth: (depth) => ({
    name: `${depth} routers deep`,
    application: () => nest(depth, application({ routes: [identify('/:id')] })),
    ...byId((id) => get(`${'/level'.repeat(depth)}/${id}`, json({ id }))),
  }),
  middlewares: (count) => ({
    name: `${count} middlewares`,
    application: () =>
      application({
        middlewares: Array(count).fill('step'),
        routes: [route('get', '/items/:id', 'json', 'params', ({ id }) => ({ id, steps: takeSteps(count) }))],
      }),
    ...byId((id) => get(`/items/${id}`, json({ id, steps: count }))),
  }),
  'post-json': (bytes) => ({
    name: `POST JSON, ${sizeName(bytes)}`,
    application: () =>
      application({
        middlewares: ['json'],
        routes: [
          route('post', '/', 'json', 'body', ({ people }) => ({
            count: people.length,
            first: people[0].mail,
          })),
        ],
      }),
    ...listsOf(bytes),
  }),
  static: (bytes) => ({
    name: `static file, ${sizeName(bytes)}`,
    application: () => application({ files: { path: '/files', folder: folderWith(bytes) } }),
    kinds: [
      (index) => get(`/files/${nameOfFile(bytes, index)}`, { status: 200, text: textOfFile(bytes, index) }),
    ],
    size: FILES,
  }),
};

/** The last route of a table that has one parameter. */
function lastOf(count: number, prefix: string): Pool {
  const path = prefix + lastParameter(pathsOf(count));
  return byId((id) => get(path.replace(':id', id), json({ id })));
}

function listsOf(bytes: number): Pool {
  return {
    kinds: [
      (index) => {
        const list = people(bytes, index);
        return {
          method: 'POST',
          path: '/',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(list),
          ...json({ count: list.people.length, first: list.people[0]!.mail }),
        };
      },
    ],
    size: bodiesOf(bytes),
  };
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

function sizeName(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  return bytes < 1024 * 1024 ? `${Math.round(bytes / 1024)} KB` : `${Math.round(bytes / 1024 / 1024)} MB`;
}
