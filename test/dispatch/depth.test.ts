import assert from 'node:assert/strict';
import { test } from 'node:test';
import { routing, Trace, visit } from '../support/routing.js';

/** Far more nested calls than the stack can hold, unless the router interrupts the chain. */
const MANY = 10_000;

// Chains run the same with either finder. The tree is left out, because it is slow to build at this size.
routing(
  'deep synchronous chains',
  ({ Router }) => {
    const counter = (): { order: number[]; make(i: number): any } => {
      const order: number[] = [];
      return {
        order,
        make: (i) => (_req: any, _res: any, next: any) => {
          order.push(i);
          next();
        },
      };
    };
    const inOrder = (order: readonly number[]): boolean =>
      order.length === MANY && order.every((value, i) => value === i);

    test('of 10,000 middlewares keep their order', async () => {
      const router = Router();
      const { order, make } = counter();
      for (let i = 0; i < MANY; i++) router.use(make(i));
      const { error } = await visit(router, 'GET /x');
      assert.equal(error, undefined);
      assert.ok(inOrder(order));
    });

    test('of 10,000 routes keep their order', async () => {
      const router = Router();
      const { order, make } = counter();
      for (let i = 0; i < MANY; i++) router.get('/x/:id', make(i));
      await visit(router, 'GET /x/7');
      assert.ok(inOrder(order));
    });

    test('of 10,000 handlers of one route keep their order', async () => {
      const router = Router();
      const { order, make } = counter();
      const handlers = Array.from({ length: MANY }, (_, i) => make(i));
      router.get('/x', handlers);
      const trace = new Trace();
      router.get('/x', trace.pass('after'));
      await visit(router, 'GET /x');
      assert.ok(inOrder(order));
      assert.equal(trace.take(), 'after');
    });

    test('of 10,000 error handlers keep their order', async () => {
      const router = Router();
      const order: number[] = [];
      router.use(() => {
        throw new Error('broken');
      });
      for (let i = 0; i < MANY; i++) {
        router.use((error: any, _req: any, _res: any, next: any) => {
          order.push(i);
          next(error);
        });
      }
      assert.equal((await visit(router, 'GET /')).error.message, 'broken');
      assert.ok(inOrder(order));
    });

    test('of 10,000 layers that do not match reach the one that does', async () => {
      const router = Router();
      const trace = new Trace();
      for (let i = 0; i < MANY; i++) router.get(`/${i}/x`, trace.pass(`${i}`));
      assert.equal(await trace.of(router, `GET /${MANY - 1}/x`), `${MANY - 1} out`);
    });

    test('of 10,000 handlers of other methods are skipped', async () => {
      const router = Router();
      const trace = new Trace();
      const route = router.route('/x');
      for (let i = 0; i < MANY; i++) route.post(() => {});
      route.get(trace.pass('get'));
      assert.equal(await trace.of(router, 'GET /x'), 'get out');
    });

    test('of 10,000 sibling routers keep their order', async () => {
      const router = Router();
      const { order, make } = counter();
      for (let i = 0; i < MANY; i++) router.use('/x', Router().use(make(i)));
      await visit(router, 'GET /x/y');
      assert.ok(inOrder(order));
    });

    test('that rewrite the URL at every step keep their order', async () => {
      const router = Router();
      const order: number[] = [];
      for (let i = 0; i < MANY; i++) {
        router.get('/x/:i', (req: any, _res: any, next: any) => {
          order.push(Number(req.params.i));
          req.url = `/x/${i + 1}`;
          next();
        });
      }
      await visit(router, 'GET /x/0');
      assert.ok(inOrder(order));
    });

    test('of a hundred layers run without a pause, and code after next runs after them', async () => {
      const router = Router();
      const order: string[] = [];
      for (let i = 0; i < 99; i++) {
        router.use((_req: any, _res: any, next: any) => {
          order.push(`>${i}`);
          next();
          order.push(`<${i}`);
        });
      }
      router.use((_req: any, res: any) => res.end());
      const done = visit(router, 'GET /');
      assert.equal(order.length, 198);
      assert.deepEqual(order.slice(98, 100), ['>98', '<98']);
      assert.equal(order.at(-1), '<0');
      await done;
    });

    // The pause is observable: other scheduled work runs in the middle of the chain.
    const places: [string, (router: any, handlers: any[]) => void][] = [
      ['in a router', (router, handlers) => router.use(...handlers)],
      ['in one route', (router, handlers) => router.get('/', handlers)],
    ];
    for (const [where, add] of places) {
      test(`of handlers ${where} pause at the same step as in Express`, async () => {
        const router = Router();
        let ran = 0;
        const count = (_req: any, _res: any, next: any): void => {
          ran++;
          next();
        };
        add(router, Array(250).fill(count));
        const done = visit(router, 'GET /');
        assert.equal(ran, 100);
        await done;
        assert.equal(ran, 250);
      });
    }
  },
  { engines: ['trie', 'scan'] },
);
