import assert from 'node:assert/strict';
import test from 'node:test';
import { Router } from '../../src/lines/v5/router.js';

test('the listing contains full paths in the order in which layers are tried', () => {
  const handler = (): void => {};
  const reviews = create().get('/', handler).all('/:review', handler);
  const books = create().get('/', handler).use('/:id/reviews', reviews);
  const router = create()
    .use(function log() {})
    .use('/api/', books)
    .post(['/a', '/b'], handler)
    .get(/^\/c/, handler);
  const rows = router
    .routes()
    .map(({ methods, path, name, depth }: any) => `${depth} ${methods} ${path} ${name}`);
  assert.deepEqual(rows, [
    '0 USE / log',
    '0 USE /api/ router',
    '1 GET /api handle',
    '1 USE /api/:id/reviews router',
    '2 GET /api/:id/reviews handle',
    '2 ALL /api/:id/reviews/:review handle',
    '0 POST (/a|/b) handle',
    '0 GET /^\\/c/ handle',
  ]);
});

test('routers that are each mounted twice are listed up to a limit of rows', () => {
  const routers = Array.from({ length: 24 }, create);
  for (const [i, router] of routers.entries()) {
    const next = routers[i + 1];
    if (next) router.use('/a', next).use('/b', next);
    else router.get('/x', () => {});
  }
  const rows = routers[0].routes();
  assert.ok(rows.length < 20_000, `${rows.length} rows`);
  assert.equal(rows[23].path, `${'/a'.repeat(23)}/x`);
});

function create(): any {
  return (Router as any)();
}
