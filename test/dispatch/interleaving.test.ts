import assert from 'node:assert/strict';
import { AsyncLocalStorage } from 'node:async_hooks';
import http from 'node:http';
import { test } from 'node:test';
import { listening, sendToPort } from '../support/api.js';
import { pause, randomOf, randomSeed } from '../support/random.js';
import { routing, visit } from '../support/routing.js';

const REQUESTS = 200;

routing('interleaved requests', ({ Router, createApp }) => {
  /** Each layer calls `check` before and after it waits. */
  const build = (target: any, random: () => number, check: (req: any, layer: string) => void): any => {
    const wait =
      (layer: string) =>
      (req: any, _res: any, next: any): void => {
        check(req, layer);
        pause(random).then(() => {
          check(req, layer);
          next();
        }, next);
      };
    const inner = Router({ mergeParams: true });
    const innermost = Router();
    innermost.get('/:c', wait('innermost'));
    inner.param('b', (req: any, _res: any, next: any, value: string) => {
      assert.equal(value, `b${req.id}`);
      pause(random).then(() => next(), next);
    });
    inner.use(wait('inner'));
    inner.use('/:b', wait('inner-mount'), innermost);
    inner.get('/:b/:c', wait('inner-route'));
    target.use('/:a', wait('outer-mount'));
    target.use('/:a', inner);
    target.get('/:a/:b/:c', wait('outer-route'));
    target.use(wait('outer-use'));
    return target;
  };

  /** The expected state in each layer for the request `/a<id>/b<id>/c<id>?q=<id>`. */
  const expected = (id: number): Record<string, unknown> => {
    const [a, b, c, q] = [`a${id}`, `b${id}`, `c${id}`, `?q=${id}`];
    return {
      'outer-mount': [`/${b}/${c}${q}`, `/${a}`, { a }],
      inner: [`/${b}/${c}${q}`, `/${a}`, { a }],
      'inner-mount': [`/${c}${q}`, `/${a}/${b}`, { a, b }],
      innermost: [`/${c}${q}`, `/${a}/${b}`, { c }],
      'inner-route': [`/${b}/${c}${q}`, `/${a}`, { a, b, c }],
      'outer-route': [`/${a}/${b}/${c}${q}`, '', { a, b, c }],
      'outer-use': [`/${a}/${b}/${c}${q}`, '', {}],
    };
  };

  const urlOf = (id: number): string => `/a${id}/b${id}/c${id}?q=${id}`;

  test('never see params, url or baseUrl of another request', async (t) => {
    const seed = randomSeed();
    t.diagnostic(`seed ${seed}`);
    const random = randomOf(seed);
    const visits = new Map<string, number>();
    const router = build(Router(), random, (req, layer) => {
      visits.set(layer, (visits.get(layer) ?? 0) + 1);
      assert.deepEqual(
        [req.url, req.baseUrl, { ...req.params }],
        expected(req.id)[layer],
        `seed ${seed}, ${layer}`,
      );
    });
    const outcomes = await Promise.all(
      Array.from({ length: REQUESTS }, async (_, id) => {
        await pause(random);
        return visit(router, { method: 'GET', url: urlOf(id), id });
      }),
    );
    for (const { error } of outcomes) assert.equal(error, undefined, `seed ${seed}: ${error?.message}`);
    for (const layer of Object.keys(expected(0))) assert.equal(visits.get(layer), 2 * REQUESTS, layer);
  });

  test('keep their own rewritten URLs and methods', async (t) => {
    const seed = randomSeed();
    t.diagnostic(`seed ${seed}`);
    const random = randomOf(seed);
    const router = Router();
    router.use((req: any, _res: any, next: any) => {
      req.method = req.id % 2 ? 'PUT' : 'POST';
      pause(random).then(() => {
        req.url = `/to/${req.id}`;
        next();
      });
    });
    router.put('/to/:id', (req: any, res: any) => res.end(`put ${req.params.id}`));
    router.post('/to/:id', (req: any, res: any) => res.end(`post ${req.params.id}`));
    await Promise.all(
      Array.from({ length: REQUESTS }, async (_, id) => {
        const { body } = await visit(router, { method: 'GET', url: '/from', id });
        assert.equal(body, `${id % 2 ? 'put' : 'post'} ${id}`, `seed ${seed}`);
      }),
    );
  });

  test('keep their own errors', async (t) => {
    const seed = randomSeed();
    t.diagnostic(`seed ${seed}`);
    const random = randomOf(seed);
    const router = Router();
    const inner = Router();
    inner.get('/:id', (req: any, _res: any, next: any) => {
      pause(random).then(() => next(new Error(req.params.id)));
    });
    router.use('/in', inner);
    router.use('/in/:id', (error: any, req: any, _res: any, next: any) => {
      pause(random).then(() => next(error.message === req.params.id ? error : new Error('crossed')));
    });
    await Promise.all(
      Array.from({ length: REQUESTS }, async (_, id) => {
        const { error } = await visit(router, `GET /in/${id}`);
        assert.equal(error.message, String(id), `seed ${seed}`);
      }),
    );
  });

  test('keep their AsyncLocalStorage in every layer', async (t) => {
    const seed = randomSeed();
    t.diagnostic(`seed ${seed}`);
    const random = randomOf(seed);
    const storage = new AsyncLocalStorage<number>();
    const app = createApp();
    app.use((req: any, _res: any, next: any) => {
      req.id = Number(/\d+/.exec(req.url));
      storage.run(req.id, next);
    });
    build(app, random, (req, layer) => assert.equal(storage.getStore(), req.id, `seed ${seed}, ${layer}`));
    // After a hundred layers a router pauses, which must not lose the context either.
    for (let i = 0; i < 150; i++) app.use((_req: any, _res: any, next: any) => next());
    app.use((_req: any, res: any) => res.end(String(storage.getStore())));
    const server = http.createServer(app).listen(0, '127.0.0.1');
    const port = await listening(server);
    try {
      const bodies = await Promise.all(
        Array.from({ length: 40 }, async (_, id) => (await sendToPort(port, urlOf(id))).body),
      );
      assert.deepEqual(
        bodies,
        bodies.map((_, id) => String(id)),
      );
    } finally {
      server.close();
    }
  });
});
