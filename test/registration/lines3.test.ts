import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forceEngine } from '../../src/registration/table.js';
import { lines, sendRequest } from '../support/api.js';

/** What maglev adds to applications of 3.x. */
const { maglev } = lines[3];
const noop = () => {};

const outline = (steps: readonly any[]): unknown[] =>
  steps.map(({ index, why, matched, inner }) =>
    inner === null ? `${index} ${why} ${matched}` : [`${index} ${why} ${matched}`, ...outline(inner)],
  );

function example(): any {
  const blog = maglev();
  blog.get('/:post', noop);
  const app = maglev();
  app.use('/static', noop);
  app.get('/users/:id', noop);
  app.get(/^\/users/, noop);
  app.get('/users/:id(\\d+)', noop);
  app.post('/users/:id', noop);
  app.use('/blog', blog);
  return app;
}

test('app.explain() lists the layers of the stack and the routes of the method', () => {
  const app = example();
  assert.deepEqual(outline(app.explain('GET', '/users/7?x').steps), [
    '0 certain ',
    '1 certain ',
    ['3 certain ', '0 certain /users/7', '1 regexp-only /users/7', '2 needs-match /users/7'],
  ]);
  assert.deepEqual(outline(app.explain('GET', '/blog/1').steps).at(-1), [
    '4 regexp-only /blog',
    '0 scanned ',
    '1 scanned ',
    ['2 scanned ', '0 scanned /1'],
  ]);
  assert.deepEqual(outline(app.explain('DELETE', '/static/x').steps), [
    '0 certain ',
    '1 certain ',
    '2 regexp-only /static',
    ['3 certain '],
  ]);
  assert.match(String(app.explain('HEAD', '/users/x')), /use router[\s\S]*route HEAD \/users\/:id \(certain/);
});

test('app.explain() accepts a request in one string', () => {
  const app = example();
  const inTwo = String(app.explain('POST', '/users/7'));
  assert.match(inTwo, /route POST \/users\/:id/);
  assert.equal(String(app.explain('POST /users/7?x')), inTwo);
  assert.equal(String(app.explain('/users/7')), String(app.explain('GET', '/users/7')));
});

test('app.compile() compiles the routes of every method, including mounted ones', () => {
  const { layers, regexpOnly } = example().compile();
  assert.deepEqual([layers, regexpOnly], [5, 1]);
});

test('a changed list of routes is compiled again', () => {
  forceEngine('trie');
  try {
    const app = example();
    const { _router: router } = app;
    assert.equal(router.match('GET', '/users/7').path, '/users/:id');
    app.get('/late', noop);
    app.compile();
    assert.equal(router.match('GET', '/elsewhere'), undefined);
    app.routes.get.at(-1).regexp = /where/;
    assert.equal(router.match('GET', '/elsewhere').path, '/late');
    app.routes.get.pop();
    app.routes.get.shift();
    assert.deepEqual(router.match('GET', '/users/7').path, /^\/users/);
    app.routes.get = app.routes.get.slice(1);
    assert.equal(router.match('GET', '/users/7').path, '/users/:id(\\d+)');
    assert.equal(router.match('GET', '/users/x'), undefined);
    app.get('/users/:late', noop);
    assert.equal(router.match('GET', '/users/x').path, '/users/:late');
    app.routes.get[1].keys[0].name = 'renamed';
    assert.deepEqual(Object.entries(router.match('GET', '/users/x').params), [['renamed', 'x']]);
    const { get } = app.routes;
    app.routes.get = [];
    assert.equal(router.match('GET', '/users/x'), undefined);
    app.routes.get = get;
    assert.equal(router.match('GET', '/users/x').path, '/users/:late');
  } finally {
    forceEngine('auto');
  }
});

test('a request passes any number of synchronous handlers', async () => {
  const step = (_req: any, _res: any, next: any) => next();
  const fill: Record<string, (app: any) => void> = {
    layers: (app) => app.use(step),
    routes: (app) => app.get('/', step),
    callbacks: (app) => app.get('/', Array(10).fill(step)),
  };
  for (const [name, add] of Object.entries(fill)) {
    const app = maglev();
    for (let i = 0; i < (name === 'callbacks' ? 1000 : 10_000); i++) add(app);
    app.get('/', (_req: any, res: any) => res.send('through'));
    assert.equal((await sendRequest(app)).body, 'through', name);
  }
});

test('an error in the search after an asynchronous callback is handled', async () => {
  const later = (_req: any, _res: any, next: any) => setImmediate(next);
  for (const method of ['GET', 'OPTIONS']) {
    const app = maglev();
    app.options(/^\/x/, later);
    app.get(/^\/x/, later);
    app.get('/:id', noop);
    app.post('/:id', noop);
    app.use((error: any, _req: any, res: any, _next: any) => res.send(error.status, error.message));
    const { status, body } = await sendRequest(app, { method, path: '/x%zz' });
    assert.deepEqual([status, body], [400, "Failed to decode param 'x%zz'"], method);
  }
});

test('a search that throws after the last callback starts again while a RegExp has state, as in Express', async () => {
  const pass = (_req: any, _res: any, next: any) => next();
  const toOptions = (req: any, _res: any, next: any) => {
    req.method = 'OPTIONS';
    next();
  };
  const programs: Record<string, (app: any) => void> = {
    'a global RegExp of another method': (app) => app.get('/*', toOptions).post(/(%)/g, noop),
    'two global RegExps': (app) => app.get('/*', toOptions).post(/(%)/g, noop).put(/(%)6/g, noop),
    'a sticky RegExp': (app) => app.get('/*', toOptions).post(/[/a]?(%)6/y, noop),
    'a global RegExp before an error callback': (app) => {
      app.get('/*', pass).get(/(%)/g, noop);
      app.get('/*', (error: any, _req: any, res: any, _next: any) => res.send(`handled ${error.message}`));
    },
    'a global RegExp at the end': (app) => app.get('/*', pass).get(/(%)/g, noop),
  };
  const { express } = lines[3];
  for (const [name, fill] of Object.entries(programs)) {
    const [ours, theirs] = [maglev, express].map((create: any) => {
      const app = create();
      fill(app);
      app.use((error: any, _req: any, res: any, _next: any) => res.send(error.status, error.message));
      return app;
    });
    for (const path of ['/%61', '/', '/%61%61', '/a%61%61%61', '/%61']) {
      const [a, b] = [await sendRequest(ours, path), await sendRequest(theirs, path)];
      assert.deepEqual([a.status, a.body], [b.status, b.body], `${name}, ${path}`);
    }
  }
});

test('a search that throws each time terminates', async () => {
  const app = maglev();
  app.get(/^\/x/, (_req: any, _res: any, next: any) => next());
  app.get('/:id', noop).post(/^\/never/g, noop);
  app.use((error: any, _req: any, res: any, _next: any) => res.send(error.status, error.message));
  const { status, body } = await sendRequest(app, '/x%zz');
  assert.deepEqual([status, body], [400, "Failed to decode param 'x%zz'"]);
});
