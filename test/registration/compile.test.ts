import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tableOf } from '../../src/registration/table.js';
import { sendRequest } from '../support/api.js';
import { routing, Trace, visit } from '../support/routing.js';

routing(
  'compile()',
  ({ Router, createApp, line }) => {
    const fill = (router: any, trace: Trace): any => {
      const inner = Router();
      inner.get('/a', trace.pass('a'));
      inner.get('/:id', trace.pass('id'));
      router.use(trace.pass('use'));
      router.use('/in', inner);
      router.get(/^\/re/, trace.pass('regexp'));
      return router;
    };

    test('returns figures of the program', () => {
      const figures = fill(Router(), new Trace()).compile();
      assert.deepEqual(Object.keys(figures).sort(), [
        'layers',
        'leaves',
        'milliseconds',
        'regexpOnly',
        'scanned',
      ]);
      assert.equal(figures.layers, 5);
      assert.equal(figures.regexpOnly, 1);
      assert.ok(figures.leaves >= 2);
      assert.ok(figures.milliseconds >= 0);
    });

    test('counts the layers of a router once per mount', () => {
      const router = Router();
      const inner = Router().get('/x', () => {});
      router.use('/a', inner);
      router.use('/b', inner);
      assert.equal(router.compile().layers, 4);
    });

    test('does nothing if nothing has changed', () => {
      const router = fill(Router(), new Trace());
      const figures = router.compile();
      assert.equal(router.compile(), figures);
      router.get('/more', () => {});
      const later = router.compile();
      assert.notEqual(later, figures);
      assert.equal(later.layers, 6);
    });

    test('works without layers', async () => {
      const router = Router();
      assert.equal(router.compile().layers, 0);
      assert.equal((await visit(router, 'GET /')).error, undefined);
    });

    test('before or after the first request makes no difference', async () => {
      const trace = new Trace();
      const requests = [
        'GET /in/a',
        'GET /in/b',
        'GET /reg',
        'GET /',
        'POST /in/a',
        'HEAD /in/a',
        'GET /in/%zz',
      ];
      const results = async (router: any): Promise<string[]> => {
        const all = [];
        for (const request of requests) all.push(await trace.of(router, request));
        return all;
      };
      const early = fill(Router(), trace);
      early.compile();
      const never = fill(Router(), trace);
      const late = fill(Router(), trace);
      const expected = await results(never);
      assert.deepEqual(await results(early), expected);
      assert.deepEqual(await results(late), expected);
      late.compile();
      assert.deepEqual(await results(late), expected);
      assert.equal(expected[0], 'use a id out');
    });

    test('does not run handlers or param callbacks', () => {
      const router = Router();
      const trace = new Trace();
      router.param('id', () => trace.steps.push('param'));
      router.use(trace.pass('use'));
      router.get('/:id', trace.pass('get'));
      router.compile();
      assert.equal(trace.take(), '');
    });

    test('does not change layers', () => {
      const router = Router();
      router.get('/:id', () => {});
      const before = { ...router.stack[0] };
      router.compile();
      assert.deepEqual({ ...router.stack[0] }, before);
    });

    test('is a method of applications', async () => {
      const app = createApp();
      const inner = createApp();
      inner.get('/x', (_req: any, res: any) => res.send('x'));
      app.use('/in', inner);
      // Each 4.x application starts with two internal layers.
      assert.equal(app.compile().layers, line === 4 ? 6 : 2);
      assert.equal((await sendRequest(app, '/in/x')).body, 'x');
    });

    test('runs soon after listen, even if the user replaces app.compile', async () => {
      const app = createApp();
      app.get('/', (_req: any, res: any) => res.end());
      app.compile = () => assert.fail('called');
      const table = tableOf(line === 4 ? app._router : app.router)!;
      assert.equal(table.program, null);
      const server = app.listen(0, '127.0.0.1');
      await new Promise((resolve) => server.once('listening', resolve));
      while (table.program === null) await new Promise(setImmediate);
      await new Promise((resolve) => server.close(resolve));
    });

    test('terminates for a router that is mounted in itself', async () => {
      const trace = new Trace();
      const router = Router();
      router.get('/x', trace.pass('x'));
      router.use('/again', router);
      assert.equal(router.compile().layers, 2);
      assert.equal(await trace.of(router, 'GET /again/again/again/x'), 'x out');
    });

    test('terminates for routers that are mounted in each other', async () => {
      const trace = new Trace();
      const one = Router();
      const two = Router();
      one.use('/two', two);
      two.use('/one', one);
      one.get('/x', trace.pass('one'));
      two.get('/x', trace.pass('two'));
      one.compile();
      two.compile();
      assert.equal(await trace.of(one, 'GET /two/one/two/x'), 'two out');
      assert.equal(await trace.of(two, 'GET /one/two/one/x'), 'one out');
    });

    test('throws for objects that are not routers of maglev', () => {
      assert.throws(() => Router().compile.call({ stack: [] }), /need a router created by Router/);
    });

    test('returns figures for a stack that a user has replaced, which is scanned', async () => {
      const trace = new Trace();
      const router = fill(Router(), trace);
      router.compile();
      router.stack = router.stack.slice(1);
      assert.equal(router.compile().layers, 4);
      assert.equal(await trace.of(router, 'GET /in/a'), 'a id out');
    });
  },
  { only: 'maglev', engines: ['auto', 'tree', 'trie', 'scan'] },
);

/** Unless an engine is forced, a table is scanned until it has handled enough requests. */
routing(
  'a table that warms up',
  ({ Router }) => {
    test('gives the same results before and after', async () => {
      const trace = new Trace();
      const router = Router();
      router.use(trace.pass('use'));
      router.get('/x/:id', trace.pass('get'));
      for (let i = 0; i < 30; i++) assert.equal(await trace.of(router, 'GET /x/7'), 'use get out');
      router.get('/x/7', trace.pass('added'));
      for (let i = 0; i < 30; i++) assert.equal(await trace.of(router, 'GET /x/7'), 'use get added out');
      router.stack.shift();
      for (let i = 0; i < 30; i++) assert.equal(await trace.of(router, 'GET /x/7'), 'get added out');
    });

    test('gives the same results even if it changes on every request', async () => {
      const trace = new Trace();
      const router = Router();
      router.get('/x/:id', trace.pass('get'));
      router.use(trace.pass('use'));
      for (let i = 0; i < 60; i++) {
        router.stack.reverse();
        assert.equal(await trace.of(router, 'GET /x/7'), i % 2 ? 'get use out' : 'use get out');
      }
    });
  },
  { engines: ['auto'] },
);
