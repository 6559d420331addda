import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sendRequest } from '../support/api.js';
import { routing, Trace, visit } from '../support/routing.js';

routing('late registration', ({ Router, createApp, line }) => {
  test('on a route after its last handler applies in 5.x only', async () => {
    const steps: string[] = [];
    const router = Router();
    const route = router.route('/x');
    route.get((_req: any, _res: any, next: any) => {
      next();
      route.get((_req2: any, _res2: any, next2: any) => {
        steps.push('late');
        next2();
      });
      next();
    });
    await visit(router, 'GET /x');
    assert.deepEqual(steps, line === 5 ? ['late'] : []);
  });

  test('between requests applies to the next one', async () => {
    const trace = new Trace();
    const router = Router();
    router.get('/a', trace.pass('a'));
    assert.equal(await trace.of(router, 'GET /a'), 'a out');
    router.get('/a', trace.pass('a2'));
    router.use(trace.pass('use'));
    router.get('/b/:id', trace.pass('b'));
    assert.equal(await trace.of(router, 'GET /a'), 'a a2 use out');
    assert.equal(await trace.of(router, 'GET /b/7'), 'use b out');
  });

  test('of one route per request works a thousand times', async () => {
    const trace = new Trace();
    const router = Router();
    router.use(trace.pass('first'));
    for (let i = 0; i < 1000; i++) {
      router.get(i % 2 ? `/r${i}` : `/r${i}/:id`, trace.pass(`r${i}`));
      assert.equal(await visitUrl(router, trace, i), `first r${i}`);
    }
    for (const i of [0, 1, 499, 500, 999]) assert.equal(await visitUrl(router, trace, i), `first r${i}`);
  });

  /** Does not wait for handlers that run after the response, because a thousand waits add up. */
  async function visitUrl(router: any, trace: Trace, i: number): Promise<string> {
    await visit(router, i % 2 ? `GET /r${i}` : `GET /r${i}/x`);
    return trace.take();
  }

  test('in a handler applies to the same request if the new layer comes later', async () => {
    const trace = new Trace();
    const router = Router();
    let added = false;
    router.use((_req: any, _res: any, next: any) => {
      if (!added) router.get('/x', trace.pass('added'));
      added = true;
      next();
    });
    router.get('/x', trace.pass('x'));
    assert.equal(await trace.of(router, 'GET /x'), 'x added out');
    assert.equal(await trace.of(router, 'GET /x'), 'x added out');
  });

  test('in the last handler applies to the same request', async () => {
    const trace = new Trace();
    const router = Router();
    router.get('/x', (_req: any, _res: any, next: any) => {
      trace.steps.push('x');
      if (router.stack.length === 1) router.get('/:any', trace.pass('added'));
      next();
    });
    assert.equal(await trace.of(router, 'GET /x'), 'x added out');
  });

  test('in a handler applies to the next request if the new layer comes earlier', async () => {
    const trace = new Trace();
    const router = Router();
    router.use(trace.pass('first'));
    router.get('/x', (_req: any, _res: any, next: any) => {
      trace.steps.push('x');
      if (router.stack.length === 3) {
        router.use(trace.pass('added'));
        router.stack.unshift(router.stack.pop());
      }
      next();
    });
    router.get('/x', trace.pass('last'));
    // All layers have moved by one, so that the current layer runs again.
    assert.equal(await trace.of(router, 'GET /x'), 'first x x last out');
    assert.equal(await trace.of(router, 'GET /x'), 'added first x last out');
  });

  test('in an asynchronous handler applies to the same request', async () => {
    const trace = new Trace();
    const router = Router();
    router.get('/x', (_req: any, _res: any, next: any) => {
      setImmediate(() => {
        router.get('/x', trace.end('added'));
        next();
      });
    });
    assert.equal(await trace.of(router, 'GET /x'), 'added');
  });

  test('on a mounted router applies in the parent', async () => {
    const trace = new Trace();
    const router = Router();
    const inner = Router();
    const innermost = Router();
    inner.get('/a', trace.pass('a'));
    inner.use('/deep', innermost);
    router.use('/in', inner);
    router.use(trace.pass('end'));
    assert.equal(await trace.of(router, 'GET /in/a'), 'a end out');
    inner.get('/b', trace.pass('b'));
    innermost.get('/c', trace.pass('c'));
    assert.equal(await trace.of(router, 'GET /in/b'), 'b end out');
    assert.equal(await trace.of(router, 'GET /in/deep/c'), 'c end out');
    inner.stack.shift();
    assert.equal(await trace.of(router, 'GET /in/a'), 'end out');
  });

  test('on a mounted router in its own handler applies to the same request', async () => {
    const trace = new Trace();
    const router = Router();
    const inner = Router();
    inner.use((_req: any, _res: any, next: any) => {
      if (inner.stack.length === 1) inner.get('/x', trace.pass('added'));
      next();
    });
    router.use('/in', inner);
    assert.equal(await trace.of(router, 'GET /in/x'), 'added out');
    assert.equal(await trace.of(router, 'GET /in/x'), 'added out');
  });

  test('on the parent in a mounted router applies to the same request', async () => {
    const trace = new Trace();
    const router = Router();
    const inner = Router();
    inner.use((_req: any, _res: any, next: any) => {
      if (router.stack.length === 1) router.get('/in/x', trace.pass('added'));
      next();
    });
    router.use('/in', inner);
    assert.equal(await trace.of(router, 'GET /in/x'), 'added out');
  });

  test('works on a router that was empty on the first request', async () => {
    const trace = new Trace();
    const router = Router();
    const inner = Router();
    router.use('/in', inner);
    assert.equal(await trace.of(router, 'GET /in/x'), 'out');
    inner.get('/x', trace.pass('x'));
    assert.equal(await trace.of(router, 'GET /in/x'), 'x out');
  });

  test('on an existing route adds handlers and methods', async () => {
    const trace = new Trace();
    const router = Router();
    const route = router.route('/x').get(trace.pass('get'));
    router.use(trace.pass('end'));
    // Each method has other routes, and so a separate dispatch list that has to be updated.
    for (const method of ['get', 'post', 'delete']) router[method]('/elsewhere', trace.pass('never'));
    assert.equal(await trace.of(router, 'POST /x'), 'end out');
    route.post(trace.pass('post'));
    route.get(trace.pass('get2'));
    assert.equal(await trace.of(router, 'POST /x'), 'post end out');
    assert.equal(await trace.of(router, 'GET /x'), 'get get2 end out');
    route.all(trace.pass('all'));
    assert.equal(await trace.of(router, 'DELETE /x'), 'all end out');
    assert.equal(await trace.of(router, 'GET /x'), 'get get2 all end out');
  });

  test('on a route of a mounted router adds methods', async () => {
    const trace = new Trace();
    const router = Router();
    const inner = Router();
    const route = inner.route('/:id').get(trace.pass('get'));
    inner.put('/else/where', trace.pass('never'));
    router.use('/in', inner);
    router.put('/elsewhere', trace.pass('never'));
    assert.equal(await trace.of(router, 'PUT /in/7'), 'out');
    route.put(trace.pass('put'));
    assert.equal(await trace.of(router, 'PUT /in/7'), 'put out');
  });

  test('on the running route applies immediately', async () => {
    const trace = new Trace();
    const router = Router();
    const route = router.route('/x');
    route.get((_req: any, _res: any, next: any) => {
      trace.steps.push('get');
      if (route.stack.length === 1) route.get(trace.pass('added'));
      next();
    });
    assert.equal(await trace.of(router, 'GET /x'), 'get added out');
  });

  test('works on a route that had no handlers', async () => {
    const trace = new Trace();
    const router = Router();
    const route = router.route('/x/:id');
    router.get('/elsewhere', trace.pass('never'));
    assert.equal(await trace.of(router, 'GET /x/1'), 'out');
    route.get(trace.pass('get'));
    assert.equal(await trace.of(router, 'GET /x/1'), 'get out');
  });

  test('works on applications, and on mounted ones whose router does not exist yet', async () => {
    const app = createApp();
    const inner = createApp();
    app.use('/in', inner);
    assert.equal((await sendRequest(app, '/in/x')).status, 404);
    inner.get('/x', (req: any, res: any) => res.send(`x at ${req.baseUrl}`));
    assert.equal((await sendRequest(app, '/in/x')).body, 'x at /in');
    app.get('/in/y', (_req: any, res: any) => res.send('y'));
    assert.equal((await sendRequest(app, '/in/y')).body, 'y');
  });

  test('of many routes on a mounted router works through the parent', async () => {
    const trace = new Trace();
    const router = Router();
    const inner = Router();
    router.use('/in', inner);
    await trace.of(router, 'GET /in/x');
    for (let i = 0; i < 200; i++) inner.get(line === 5 ? `/r${i}{/:id}` : `/r${i}/:id?`, trace.pass(`r${i}`));
    for (const i of [0, 31, 32, 33, 199]) {
      assert.equal(await trace.of(router, `GET /in/r${i}/7`), `r${i} out`);
    }
  });
});
