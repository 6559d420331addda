import assert from 'node:assert/strict';
import { test } from 'node:test';
import { routing, settle, Trace, visit } from '../support/routing.js';

routing('next', ({ Router }) => {
  test("'route' leaves only the route", async () => {
    const trace = new Trace();
    const router = Router();
    router.get('/x', trace.give('a', 'route'), trace.pass('never'));
    router.get('/x', trace.pass('b'));
    assert.equal(await trace.of(router, 'GET /x'), 'a b out');
  });

  test("'route' in middleware goes to the next layer", async () => {
    const trace = new Trace();
    const router = Router();
    router.use(trace.give('a', 'route'), trace.pass('b'));
    router.get('/x', trace.pass('c'));
    assert.equal(await trace.of(router, 'GET /x'), 'a b c out');
  });

  test("'route' inside a mounted router stays inside", async () => {
    const trace = new Trace();
    const router = Router();
    const inner = Router();
    inner.get('/x', trace.give('a', 'route'), trace.pass('never'));
    inner.get('/x', trace.pass('b'));
    router.use('/in', inner);
    router.get('/in/x', trace.pass('c'));
    assert.equal(await trace.of(router, 'GET /in/x'), 'a b c out');
  });

  test("'router' leaves the router without an error", async () => {
    const trace = new Trace();
    const router = Router();
    const inner = Router();
    inner.use(trace.give('a', 'router'));
    inner.use(trace.pass('never'));
    inner.use(trace.rethrow('never'));
    router.use('/in', inner);
    router.use(trace.pass('b'));
    assert.equal(await trace.of(router, 'GET /in/x'), 'a b out');
  });

  test("'router' inside a route leaves the router", async () => {
    const trace = new Trace();
    const router = Router();
    const inner = Router();
    inner.get('/x', trace.give('a', 'router'), trace.pass('never'));
    inner.get('/x', trace.pass('never'));
    router.use(inner);
    router.get('/x', trace.pass('b'));
    assert.equal(await trace.of(router, 'GET /x'), 'a b out');
  });

  test("'router' in the outermost router calls the caller back with null", async () => {
    const { error, body } = await visit(
      Router().use((_req: any, _res: any, next: any) => next('router')),
      'GET /',
    );
    assert.equal(error, null);
    assert.equal(body, null);
  });

  for (const value of [undefined, null, false, 0, '', Number.NaN]) {
    test(`continues for ${JSON.stringify(value) ?? 'undefined'} (${typeof value}) as without an argument`, async () => {
      const trace = new Trace();
      const router = Router();
      router.use(trace.give('a', value), trace.rethrow('never'));
      router.get('/x', trace.give('b', value), trace.rethrow('never'), trace.pass('c'));
      assert.equal(await trace.of(router, 'GET /x'), 'a b c out');
    });
  }

  for (const value of ['text', 1, true, { some: 'object' }, 'ROUTE']) {
    test(`treats ${JSON.stringify(value)} as an error`, async () => {
      const trace = new Trace();
      const router = Router();
      router.use(trace.give('a', value), trace.pass('never'));
      router.get('/', trace.pass('never'));
      const { error } = await visit(router, 'GET /');
      assert.equal(error, value);
      assert.equal(trace.take(), 'a');
    });
  }

  test('called twice continues twice, the second time from the current layer', async () => {
    const trace = new Trace();
    const router = Router();
    let back = 0;
    router.use((_req: any, _res: any, next: any) => {
      next();
      next();
    });
    router.use(trace.pass('a'));
    router.use((_req: any, _res: any) => trace.steps.push('b stops'));
    router.use(trace.pass('c'));
    await new Promise<void>((resolve) => {
      router({ method: 'GET', url: '/' }, {}, () => {
        back++;
        resolve();
      });
    });
    await settle();
    assert.equal(trace.take(), 'a b stops c');
    assert.equal(back, 1);
  });

  test('called twice by the last layer calls the caller back twice', async () => {
    let back = 0;
    const router = Router();
    router.use((_req: any, _res: any, next: any) => {
      next();
      next();
    });
    router({ method: 'GET', url: '/' }, {}, () => back++);
    await settle();
    assert.equal(back, 2);
  });

  test('called twice inside a route continues in the route, then after it', async () => {
    const trace = new Trace();
    const router = Router();
    router.get(
      '/x',
      (_req: any, _res: any, next: any) => {
        next();
        next();
      },
      () => trace.steps.push('stops'),
    );
    router.get('/x', trace.pass('after'));
    assert.equal(await trace.of(router, 'GET /x'), 'stops after out');
  });

  test('can be called asynchronously', async () => {
    const trace = new Trace();
    const router = Router();
    router.get('/x/:id', (_req: any, _res: any, next: any) => {
      trace.steps.push('a');
      setImmediate(() => setImmediate(next));
    });
    router.get('/x/7', trace.pass('b'));
    assert.equal(await trace.of(router, 'GET /x/7'), 'a b out');
  });

  test('called after the response runs the following handlers', async () => {
    const trace = new Trace();
    const router = Router();
    router.get('/x', (_req: any, res: any, next: any) => {
      res.end('sent');
      next();
    });
    router.get('/x', trace.pass('afterwards'));
    const { body } = await visit(router, 'GET /x');
    await settle();
    assert.equal(body, 'sent');
    assert.equal(trace.take(), 'afterwards');
  });

  test('runs the following handlers before the code after it', async () => {
    const trace = new Trace();
    const router = Router();
    const inner = Router();
    const around =
      (name: string) =>
      (_req: any, _res: any, next: any): void => {
        trace.steps.push(`>${name}`);
        next();
        trace.steps.push(`<${name}`);
      };
    inner.use(around('inner'));
    inner.get('/x', around('route'), trace.end('end'));
    router.use(around('outer'));
    router.use('/in', inner);
    await visit(router, 'GET /in/x');
    assert.equal(trace.take(), '>outer >inner >route end <route <inner <outer');
  });

  test('is also available as req.next', async () => {
    const trace = new Trace();
    const router = Router();
    router.use((req: any, _res: any, next: any) => {
      trace.steps.push(String(req.next === next));
      req.next();
    });
    router.use(trace.pass('on'));
    assert.equal(await trace.of(router, 'GET /'), 'true on out');
  });

  test('not called stops the request', async () => {
    const trace = new Trace();
    const router = Router();
    let back = false;
    router.use(() => trace.steps.push('stops'));
    router.use(trace.pass('never'));
    router({ method: 'GET', url: '/' }, {}, () => {
      back = true;
    });
    await settle();
    assert.equal(trace.take(), 'stops');
    assert.equal(back, false);
  });
});
