/** The realistic application: twelve resources with five routes each below /api/v1, behind the usual middlewares. */
import { type Application, application, type Mounted, route, router } from './application.js';
import type { Exchange } from './exchange.js';
import { SESSION, USER } from './work.js';

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
    routes: [route('get', '/health', 'text', 'nothing', () => 'fine')],
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
      route('get', '/', 'json', 'query', ({ page = '1' }) => ({ name, page, items: itemsOf(name) })),
      route('post', '/', 'json', 'body', ({ title }) => ({ name, title })),
      route('get', '/:id', 'json', 'params', ({ id }) => ({ name, id, title: `${name} ${id}` })),
      route('put', '/:id', 'json', 'body', ({ title }) => ({ name, title })),
      route('delete', '/:id', 'json', 'params', ({ id }) => ({ name, id, gone: true })),
    ],
  });
}

function itemsOf(name: string): object[] {
  return Array.from({ length: 10 }, (_, id) => ({
    id,
    title: `${name} ${id}`,
    price: id * 3,
    stock: id % 2 === 0,
  }));
}

const headers = {
  accept: 'application/json',
  cookie: `theme=dark; session=${SESSION}; consent=1`,
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) bench',
};
const ask = (method: string, path: string, json?: object, body?: object): Exchange => {
  const request = { method, path: `/api/v1${path}`, headers, status: 200, json };
  if (body === undefined) return request;
  return {
    ...request,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
};
const read = (name: string, id: string) => ask('GET', `/${name}/${id}`, { name, id, title: `${name} ${id}` });
const list = (name: string, page: string) =>
  ask('GET', `/${name}?page=${page}&sort=title`, { name, page, items: itemsOf(name) });

/** Mostly reading, some writing, and the mistakes that real traffic has. */
export const apiRequests: readonly Exchange[] = [
  read('accounts', '1'),
  list('orders', '2'),
  read('users', '4711'),
  ask(
    'POST',
    '/comments',
    { name: 'comments', title: 'Well said' },
    { title: 'Well said', stars: 5, tags: ['a', 'b'] },
  ),
  ask('GET', '/me', USER),
  list('users', '3'),
  read('shipments', '88'),
  ask(
    'PUT',
    '/articles/12',
    { name: 'articles', title: 'Anew' },
    { title: 'Anew', text: 'lorem ipsum '.repeat(40) },
  ),
  read('products', '5'),
  ask('DELETE', '/carts/9', { name: 'carts', id: '9', gone: true }),
  { ...ask('GET', '/invoices/1'), headers: { accept: 'application/json' }, status: 401 },
  { ...ask('GET', '/nothing'), status: 404 },
  { method: 'GET', path: '/health', headers: {}, status: 200, text: 'fine' },
];
