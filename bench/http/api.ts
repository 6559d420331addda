/** The realistic application: twelve resources with five routes each below /api/v1, after the usual middlewares. */
import { type Application, application, type Mounted, route, router } from './application.js';
import type { Exchange } from './exchange.js';
import { idOf, type Kind } from './pool.js';
import { idInUrl } from './scenario.js';
import { sessionOf, userOf } from './work.js';

const RESOURCES = [
  'accounts',
  'addresses',
  'articles',
  'carts',
  'comments',
  'customers',
  'invoices',
  'orders',
  'payments',
  'products',
  'shipments',
  'users',
];

export function apiApplication(): Application {
  return application({
    middlewares: ['headers', 'cookies', 'json'],
    errors: true,
    routes: [route('get', '/health', 'text', 'url', (url) => `fine, ${idInUrl(url)}`)],
    routers: [
      router('/api', {
        middlewares: ['auth'],
        routers: [router('/v1', { routers: RESOURCES.map(resource), routes: [me] })],
      }),
    ],
  });
}

const me = route('get', '/me', 'json', 'user', (user) => user);

function resource(name: string): Mounted {
  return router(`/${name}`, {
    routes: [
      route('get', '/', 'json', 'query', ({ page = '1' }) => ({ name, page, items: itemsOf(name, page) })),
      route('post', '/', 'json', 'body', ({ title }) => ({ name, title })),
      route('get', '/:id', 'json', 'params', ({ id }) => ({ name, id, title: `${name} ${id}` })),
      route('put', '/:id', 'json', 'body', ({ title }) => ({ name, title })),
      route('delete', '/:id', 'json', 'params', ({ id }) => ({ name, id, gone: true })),
    ],
  });
}

function itemsOf(name: string, page: string): object[] {
  return Array.from({ length: 10 }, (_, id) => ({
    id,
    title: `${name} ${page}.${id}`,
    price: id * 3,
    stock: id % 2 === 0,
  }));
}

const clientHeaders = {
  accept: 'application/json',
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) bench',
};

/** A request of client `id`, with its own session. */
function exchange(id: string, method: string, path: string, json?: object, body?: object): Exchange {
  const headers = { ...clientHeaders, cookie: `theme=dark; session=${sessionOf(id)}; consent=1` };
  const request = { method, path: `/api/v1${path}`, headers, status: 200, json };
  if (body === undefined) return request;
  return {
    ...request,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
}

function read(name: string): Kind {
  return (index) => {
    const id = idOf(index);
    return exchange(id, 'GET', `/${name}/${id}`, { name, id, title: `${name} ${id}` });
  };
}

function list(name: string): Kind {
  return (index) => {
    const page = idOf(index);
    const expected = { name, page, items: itemsOf(name, page) };
    return exchange(page, 'GET', `/${name}?page=${page}&sort=title`, expected);
  };
}

/** Mostly reads, some writes, and the errors of real traffic. */
export const apiKinds: readonly Kind[] = [
  read('accounts'),
  list('orders'),
  read('users'),
  (index) => {
    const title = `Well said, ${idOf(index)}`;
    const body = { title, stars: index % 5, tags: ['a', 'b'] };
    return exchange(idOf(index), 'POST', '/comments', { name: 'comments', title }, body);
  },
  (index) => exchange(idOf(index), 'GET', '/me', userOf(sessionOf(idOf(index)))),
  list('users'),
  read('shipments'),
  (index) => {
    const [id, title] = [idOf(index), `Anew, ${idOf(index)}`];
    const body = { title, text: `lorem ipsum ${id} `.repeat(25) };
    return exchange(id, 'PUT', `/articles/${id}`, { name: 'articles', title }, body);
  },
  read('products'),
  (index) => {
    const id = idOf(index);
    return exchange(id, 'DELETE', `/carts/${id}`, { name: 'carts', id, gone: true });
  },
  (index) => ({ ...exchange('', 'GET', `/invoices/${idOf(index)}`), headers: clientHeaders, status: 401 }),
  (index) => ({ ...exchange(idOf(index), 'GET', `/nothing/${idOf(index)}`), status: 404 }),
  (index) => ({
    method: 'GET',
    path: `/health?id=${idOf(index)}`,
    headers: {},
    status: 200,
    text: `fine, ${idOf(index)}`,
  }),
];
