import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sendRequest } from '../support/api.js';
import { routing, Trace, visit } from '../support/routing.js';

const fail =
  (message: string) =>
  (_req: any, _res: any, next: any): void =>
    next(new Error(message));
const explode = (message: string) => (): void => {
  throw new Error(message);
};

routing('errors', ({ Router, line, createApp }) => {
  test('skip request handlers and routes until the next error handler', async () => {
    const trace = new Trace();
    const router = Router();
    router.use(trace.rethrow('too early'));
    router.use(fail('broken'));
    router.use(trace.pass('never'));
    router.get('/x', trace.pass('never'));
    router.use(trace.forgive('handler'));
    router.get('/x', trace.pass('after'));
    assert.equal(await trace.of(router, 'GET /x'), 'handler!broken after out');
  });

  test('pass through several error handlers in a row', async () => {
    const trace = new Trace();
    const router = Router();
    router.use(fail('broken'));
    router.use(trace.rethrow('a'), trace.rethrow('b'), trace.pass('never'), trace.rethrow('c'));
    router.use(trace.forgive('d'), trace.rethrow('never'));
    router.use(trace.pass('e'));
    assert.equal(await trace.of(router, 'GET /x'), 'a!broken b!broken c!broken d!broken e out');
  });

  test('can be replaced by error handlers', async () => {
    const trace = new Trace();
    const router = Router();
    router.use(fail('first'));
    router.use((_error: any, _req: any, _res: any, next: any) => next(new Error('second')));
    router.use((_error: any, _req: any, _res: any, _next: any) => {
      throw new Error('third');
    });
    router.use(trace.rethrow('sees'));
    assert.equal(await trace.of(router, 'GET /'), 'sees!third out!third');
  });

  test('thrown by middleware, routes and mounted routers reach the same error handler', async () => {
    const trace = new Trace();
    const router = Router();
    const inner = Router();
    inner.get('/router', explode('inner'));
    router.use('/use', explode('use'));
    router.get('/route', trace.pass('before'), explode('route'), trace.pass('never'));
    router.use('/in', inner);
    router.use(trace.forgive('handler'));
    assert.equal(await trace.of(router, 'GET /use'), 'handler!use out');
    assert.equal(await trace.of(router, 'GET /route'), 'before handler!route out');
    assert.equal(await trace.of(router, 'GET /in/router'), 'handler!inner out');
  });

  test('can be any truthy value', async () => {
    const router = Router();
    let thrown: unknown;
    router.use(() => {
      throw thrown;
    });
    for (thrown of ['text', 42, { an: 'object' }]) assert.equal((await visit(router, 'GET /')).error, thrown);
    for (thrown of [undefined, null, 0]) assert.ok(!(await visit(router, 'GET /')).error);
  });

  test('are handled inside a route by its own error handlers', async () => {
    const trace = new Trace();
    const router = Router();
    router.get('/x', fail('broken'), trace.pass('never'), trace.forgive('inside'), trace.pass('goes on'));
    router.use(trace.rethrow('never'));
    assert.equal(await trace.of(router, 'GET /x'), 'inside!broken goes on out');
  });

  test("skip a route's error handlers for other methods", async () => {
    const trace = new Trace();
    const router = Router();
    router
      .route('/x')
      .get(fail('broken'))
      .post(trace.forgive('never'))
      .all(trace.rethrow('all'))
      .get(trace.rethrow('get'));
    assert.equal(await trace.of(router, 'GET /x'), 'all!broken get!broken out!broken');
  });

  test('do not enter the error handlers of routes', async () => {
    const trace = new Trace();
    const router = Router();
    router.use(fail('broken'));
    router.get('/x', trace.forgive('never'));
    router.all('/x', trace.forgive('never'));
    assert.equal(await trace.of(router, 'GET /x'), 'out!broken');
  });

  test('reach error handlers with a path only below that path, with req.url relative to it', async () => {
    const trace = new Trace();
    const router = Router();
    const see = (name: string) => (error: any, req: any, _res: any, next: any) => {
      trace.steps.push(`${name} ${req.baseUrl} ${req.url}`);
      next(error);
    };
    router.use(fail('broken'));
    router.use('/a', see('a'));
    router.use('/b', see('b'));
    router.use('/:p/b', see('p'));
    router.use(see('all'));
    assert.equal(await trace.of(router, 'GET /a/b?q'), 'a /a /b?q p /a/b /?q all  /a/b?q out!broken');
  });

  test('skip mounted routers, which are request handlers', async () => {
    const trace = new Trace();
    const router = Router();
    const inner = Router();
    inner.use(trace.forgive('never'));
    router.use(fail('broken'));
    router.use(inner);
    assert.equal(await trace.of(router, 'GET /x'), 'out!broken');
  });

  test('in a mounted router reach the error handlers after it', async () => {
    const trace = new Trace();
    const router = Router();
    const inner = Router();
    inner.use(trace.rethrow('never'));
    inner.use(fail('broken'));
    inner.use(trace.rethrow('inner'));
    router.use('/in', inner);
    router.use(trace.forgive('outer'));
    assert.equal(await trace.of(router, 'GET /in'), 'inner!broken outer!broken out');
  });

  test('are passed only to handlers with exactly four parameters', async () => {
    const trace = new Trace();
    const router = Router();
    router.use(fail('broken'));
    router.use((_a: any, _b: any, _c: any) => trace.steps.push('three'));
    router.use((_a: any, _b: any, _c: any, _d: any, _e: any) => trace.steps.push('five'));
    router.use((...args: any[]) => trace.steps.push(`rest ${args.length}`));
    router.use(trace.rethrow('four'));
    assert.equal(await trace.of(router, 'GET /'), 'four!broken out!broken');
  });

  test('do not reach handlers with five parameters, which never run', async () => {
    const trace = new Trace();
    const router = Router();
    router.use((_a: any, _b: any, _c: any, _d: any, _e: any) => trace.steps.push('five'));
    router.get(
      '/',
      (_a: any, _b: any, _c: any, _d: any, _e: any) => trace.steps.push('five'),
      trace.pass('a'),
    );
    assert.equal(await trace.of(router, 'GET /'), 'a out');
  });

  test('set the status and headers of the response', async () => {
    const app = createApp();
    app.get('/', (_req: any, _res: any, next: any) => {
      next(Object.assign(new Error('short and stout'), { status: 418, headers: { 'x-pot': 'tea' } }));
    });
    const response = await sendRequest(app, '/');
    assert.equal(response.status, 418);
    assert.equal(response.get('x-pot'), 'tea');
    assert.match(response.body, /short and stout/);
  });

  test('without a status respond 500', async () => {
    const app = createApp();
    app.get('/', explode('broken'));
    const response = await sendRequest(app, '/');
    assert.equal(response.status, 500);
    assert.match(response.body, /Error: broken/);
  });

  test('thrown after the headers have been sent close the connection', async () => {
    const app = createApp();
    app.get('/', (_req: any, res: any) => {
      res.write('half');
      throw new Error('broken');
    });
    const { body, raw } = await sendRequest(app, '/');
    assert.doesNotMatch(raw, /broken/);
    assert.doesNotMatch(body, /0\r\n\r\n$/);
  });

  if (line === 4) {
    test('of promises are not handled in 4.x', async () => {
      const trace = new Trace();
      const router = Router();
      router.use((_req: any, _res: any, next: any) => {
        const promise = Promise.reject(new Error('unseen'));
        promise.catch(() => {});
        next();
        return promise;
      });
      router.use(trace.pass('on'));
      assert.equal(await trace.of(router, 'GET /'), 'on out');
    });
  }
});

routing(
  'rejections',
  ({ Router }) => {
    test('of middleware, route handlers and error handlers are passed on as errors', async () => {
      const trace = new Trace();
      const router = Router();
      router.use('/use', async () => {
        throw new Error('use');
      });
      router.get('/route', async () => {
        throw new Error('route');
      });
      router.use('/use', async (error: any, _req: any, _res: any, _next: any) => {
        throw new Error(`${error.message} again`);
      });
      router.use(trace.forgive('handler'));
      assert.equal(await trace.of(router, 'GET /use'), 'handler!use again out');
      assert.equal(await trace.of(router, 'GET /route'), 'handler!route out');
    });

    for (const reason of [undefined, null, 0, '', false]) {
      test(`with ${JSON.stringify(reason) ?? 'undefined'} become 'Rejected promise'`, async () => {
        const { error } = await visit(
          Router().get('/', () => Promise.reject(reason)),
          'GET /',
        );
        assert.ok(error instanceof Error);
        assert.equal(error.message, 'Rejected promise');
      });
    }

    test("with 'route' and 'router' have the same effect as next with these values", async () => {
      const trace = new Trace();
      const router = Router();
      const inner = Router();
      inner.get('/route', () => Promise.reject('route'), trace.pass('never'));
      inner.get('/router', () => Promise.reject('router'), trace.pass('never'));
      inner.use(trace.pass('inner'));
      router.use(inner);
      router.use(trace.pass('outer'));
      assert.equal(await trace.of(router, 'GET /route'), 'inner outer out');
      assert.equal(await trace.of(router, 'GET /router'), 'outer out');
    });

    test('after a call of next are handled as well', async () => {
      const trace = new Trace();
      const router = Router();
      router.use(async (_req: any, _res: any, next: any) => {
        next();
        throw new Error('late');
      });
      router.use((_req: any, _res: any) => trace.steps.push('stops'));
      router.use(trace.rethrow('handler'));
      assert.equal(await trace.of(router, 'GET /'), 'stops handler!late out!late');
    });

    test('of thenable objects are handled as well', async () => {
      const trace = new Trace();
      const router = Router();
      router.use(() => thenable({}, 'thenable'));
      router.use(trace.rethrow('handler'));
      assert.equal(await trace.of(router, 'GET /'), 'handler!thenable out!thenable');
    });

    test('of thenable functions are handled as well', async () => {
      const trace = new Trace();
      const router = Router();
      router.use(() => thenable(() => {}, 'function'));
      assert.equal(await trace.of(router, 'GET /'), 'out!function');
    });

    test('do not occur for a fulfilled promise, which has no effect', async () => {
      const trace = new Trace();
      const router = Router();
      router.use(async (_req: any, res: any) => {
        await null;
        res.end('sent');
        return 'ignored';
      });
      router.use(trace.pass('never'));
      assert.equal((await visit(router, 'GET /')).body, 'sent');
      assert.equal(trace.take(), '');
    });
  },
  { lines: [5] },
);

/** Adds a `then` that rejects to an object or a function. */
function thenable(target: object, message: string): object {
  const then = (_resolve: unknown, reject: (reason: unknown) => void): void => reject(new Error(message));
  return Object.defineProperty(target, 'then', { value: then });
}
