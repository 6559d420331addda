import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sendRequest } from '../support/api.js';
import { routing, settle, Trace, visit } from '../support/routing.js';

routing('param callbacks', ({ Router, line, createApp }) => {
  /** A callback that records its arguments and calls next. */
  const record = (trace: Trace, name = '') =>
    function (_req: any, _res: any, next: any, value: unknown, key: unknown): void {
      trace.steps.push(`${name}${key}=${value}`);
      next();
    };

  test('run once per value and request, before the first layer that has it', async () => {
    const trace = new Trace();
    const router = Router();
    router.param('id', record(trace));
    router.use(trace.pass('before'));
    router.use('/:id', trace.pass('use'));
    router.get('/:id', trace.pass('one'), trace.pass('two'));
    router.get('/:id', trace.pass('three'));
    assert.equal(await trace.of(router, 'GET /7'), 'before id=7 use one two three out');
    assert.equal(await trace.of(router, 'GET /7'), 'before id=7 use one two three out');
  });

  test('run again for another value of the same name', async () => {
    const trace = new Trace();
    const router = Router();
    router.param('id', record(trace));
    router.get('/:id/x', trace.pass('first'));
    router.get('/7/:id', trace.pass('second'));
    router.get('/:id/x', trace.pass('third'));
    assert.equal(await trace.of(router, 'GET /7/x'), 'id=7 first id=x second id=7 third out');
  });

  test('run in the order of the path for several names, and of registration for one', async () => {
    const trace = new Trace();
    const router = Router();
    router.param('b', record(trace));
    router.param('a', record(trace, '1:'));
    router.param('a', record(trace, '2:'));
    router.get('/:a/:none/:b', trace.pass('get'));
    assert.equal(await trace.of(router, 'GET /x/y/z'), '1:a=x 2:a=x b=z get out');
  });

  test('receive the decoded value, and wildcards as in Express', async () => {
    const trace = new Trace();
    const router = Router();
    router.param('a', record(trace));
    router.param(line === 5 ? 'rest' : '0', record(trace));
    router.get(line === 5 ? '/:a/*rest' : '/:a/*', trace.pass('get'));
    assert.equal(
      await trace.of(router, 'GET /x%20y/1/2'),
      line === 5 ? 'a=x y rest=1,2 get out' : 'a=x y 0=1/2 get out',
    );
  });

  test('run for numbered groups of a RegExp', async () => {
    const trace = new Trace();
    const router = Router();
    router.param('0', record(trace));
    router.param('name', record(trace));
    router.get(/^\/(\d)-(?<name>\w)$/, trace.pass('get'));
    assert.equal(await trace.of(router, 'GET /1-x'), '0=1 name=x get out');
  });

  test('do not run for a missing parameter', async () => {
    const trace = new Trace();
    const router = Router();
    router.param('id', record(trace));
    router.get(line === 5 ? '/a{/:id}' : '/a/:id?', trace.pass('get'));
    assert.equal(await trace.of(router, 'GET /a'), 'get out');
    assert.equal(await trace.of(router, 'GET /a/1'), 'id=1 get out');
  });

  test('can replace the value for later layers', async () => {
    const trace = new Trace();
    const router = Router();
    router.param('id', (req: any, _res: any, next: any, id: string) => {
      trace.steps.push('load');
      req.params.id = { loaded: id };
      next();
    });
    router.use(
      '/:id',
      trace.look('use', (req) => ({ ...req.params })),
    );
    router.get(
      '/:id',
      trace.look('get', (req) => ({ ...req.params })),
    );
    assert.equal(
      await trace.of(router, 'GET /7'),
      'load use {"id":{"loaded":"7"}} get {"id":{"loaded":"7"}} out',
    );
  });

  test('of one name all receive the value of the path, even if it has been replaced', async () => {
    const trace = new Trace();
    const router = Router();
    router.param('id', (req: any, _res: any, next: any) => {
      req.params.id = 'replaced';
      next();
    });
    router.param('id', record(trace));
    router.get(
      '/:id',
      trace.look('get', (req) => req.params.id),
    );
    assert.equal(await trace.of(router, 'GET /7'), 'id=7 get "replaced" out');
  });

  test('that fail skip every layer with the parameter', async () => {
    const trace = new Trace();
    const router = Router();
    router.param('id', (_req: any, _res: any, next: any, id: string) => {
      trace.steps.push('param');
      next(new Error(`no ${id}`));
    });
    router.get('/:id', trace.pass('never'));
    router.use(trace.forgive('handler'));
    router.get('/:id', trace.pass('never'));
    router.use(trace.pass('plain'));
    router.use(trace.rethrow('again'));
    assert.equal(await trace.of(router, 'GET /7'), 'param handler!no 7 again!no 7 out!no 7');
  });

  test('that throw pass the error on', async () => {
    const trace = new Trace();
    const router = Router();
    router.param('id', () => {
      throw new Error('thrown');
    });
    router.get('/:id', trace.pass('never'));
    assert.equal(await trace.of(router, 'GET /7'), 'out!thrown');
  });

  test("that pass 'route' skip the layers with this value only", async () => {
    const trace = new Trace();
    const router = Router();
    router.param('id', (_req: any, _res: any, next: any, id: string) => {
      trace.steps.push(`param ${id}`);
      next(id === '7' ? 'route' : undefined);
    });
    router.get('/:id/x', trace.pass('never'));
    router.get('/:id/x', trace.pass('never'));
    router.get('/7/:id', trace.pass('other value'));
    router.get('/7/x', trace.pass('static'));
    assert.equal(await trace.of(router, 'GET /7/x'), 'param 7 param x other value static out');
  });

  test("that pass 'router' leave the router", async () => {
    const trace = new Trace();
    const router = Router();
    const inner = Router();
    inner.param('id', (_req: any, _res: any, next: any) => next('router'));
    inner.get('/:id', trace.pass('never'));
    inner.use(trace.pass('never'));
    router.use(inner);
    router.use(trace.pass('outer'));
    assert.equal(await trace.of(router, 'GET /7'), 'outer out');
  });

  test('can be asynchronous, while other requests continue', async () => {
    const trace = new Trace();
    const router = Router();
    const waiting: (() => void)[] = [];
    router.param('id', (_req: any, _res: any, next: any, id: string) => {
      if (id === 'slow') waiting.push(next);
      else next();
    });
    router.get(
      '/:id/:tab',
      trace.look('get', (req) => [req.params.id, req.params.tab]),
    );
    const slow = visit(router, 'GET /slow/1');
    await visit(router, 'GET /fast/2');
    for (const resume of waiting) resume();
    await slow;
    assert.equal(trace.take(), 'get ["fast","2"] get ["slow","1"]');
  });

  test('belong to their router and do not apply to parents or children', async () => {
    const trace = new Trace();
    const router = Router();
    const inner = Router({ mergeParams: true });
    router.param('a', record(trace, 'outer '));
    router.param('b', record(trace, 'never '));
    inner.param('a', record(trace, 'never '));
    inner.param('b', record(trace, 'inner '));
    inner.get('/:b', trace.pass('get'));
    router.use('/:a', inner);
    assert.equal(await trace.of(router, 'GET /1/2'), 'outer a=1 inner b=2 get out');
  });

  test('run again in another router for the same name and value', async () => {
    const trace = new Trace();
    const router = Router();
    const inner = Router();
    router.param('id', record(trace, 'outer '));
    inner.param('id', record(trace, 'inner '));
    inner.get('/:id', trace.pass('get'));
    router.use('/:id', inner);
    router.get('/:id/x', trace.pass('end'));
    assert.equal(await trace.of(router, 'GET /x/x'), 'outer id=x inner id=x get end out');
  });

  test('added during a request apply from the next layer on', async () => {
    const trace = new Trace();
    const router = Router();
    router.get(
      '/:id',
      trace.pass('get', () => router.param('id', record(trace))),
    );
    router.get('/:id', trace.pass('again'));
    assert.equal(await trace.of(router, 'GET /7'), 'get id=7 again out');
  });

  test('run for error handlers and cannot change the error', async () => {
    const trace = new Trace();
    const router = Router();
    router.param('id', (_req: any, _res: any, next: any) => {
      trace.steps.push('param');
      next(new Error('second'));
    });
    router.use((_req: any, _res: any, next: any) => next(new Error('first')));
    router.use('/:id', trace.rethrow('never'));
    router.use(trace.rethrow('handler'));
    assert.equal(await trace.of(router, 'GET /7'), 'param handler!first out!first');
  });

  test('see url and baseUrl of the parent, without the path of the mount', async () => {
    const trace = new Trace();
    const router = Router();
    router.param('id', (req: any, _res: any, next: any) => {
      trace.steps.push(`${req.baseUrl}|${req.url}`);
      next();
    });
    router.use(
      '/in/:id',
      trace.look('use', (req) => [req.baseUrl, req.url]),
    );
    assert.equal(await trace.of(router, 'GET /in/7/x'), '|/in/7/x use ["/in/7","/x"] out');
  });

  test('that call next twice continue twice', async () => {
    const trace = new Trace();
    const router = Router();
    router.param('id', (_req: any, _res: any, next: any) => {
      next();
      next();
    });
    router.get('/:id', () => trace.steps.push('get'));
    router({ method: 'GET', url: '/7' }, {}, () => trace.steps.push('out'));
    await settle();
    assert.equal(trace.take(), 'get get');
  });

  test('can respond in an application, also for an array of names', async () => {
    const app = createApp();
    app.param(['a', 'b'], (_req: any, res: any, next: any, value: string, name: string) => {
      if (value === 'stop') res.send(`stopped at ${name}`);
      else next();
    });
    app.get('/:a/:b', (_req: any, res: any) => res.send('through'));
    assert.equal((await sendRequest(app, '/x/stop')).body, 'stopped at b');
    assert.equal((await sendRequest(app, '/stop/x')).body, 'stopped at a');
    assert.equal((await sendRequest(app, '/x/y')).body, 'through');
  });

  if (line === 5) {
    test('that reject pass the error on', async () => {
      const trace = new Trace();
      const router = Router();
      router.param('id', async (_req: any, _res: any, _next: any, id: string) => {
        if (id === 'empty') return Promise.reject();
        throw new Error('rejected');
      });
      router.get('/:id', trace.pass('never'));
      assert.equal(await trace.of(router, 'GET /7'), 'out!rejected');
      assert.equal(await trace.of(router, 'GET /empty'), 'out!Rejected promise');
    });
  } else {
    test('run through process_params, which users can replace', async () => {
      const trace = new Trace();
      const router = Router();
      const original = router.process_params;
      router.param('id', record(trace));
      router.use(trace.pass('use'));
      router.get('/:id', trace.pass('get'));
      assert.equal(await trace.of(router, 'GET /7'), 'use id=7 get out');
      router.process_params = function (this: any, layer: any, ...rest: any[]): void {
        trace.steps.push(`layer ${layer.keys.length}`);
        original.call(this, layer, ...rest);
      };
      assert.equal(await trace.of(router, 'GET /7'), 'layer 0 use layer 1 id=7 get out');
    });

    test('can be created by functions passed to param', async () => {
      const trace = new Trace();
      const router = Router();
      router.param((_name: string, expected: unknown) => (_req: any, _res: any, next: any, value: string) => {
        next(value === expected ? undefined : 'route');
      });
      router.param('id', '7');
      router.get('/:id', trace.pass('get'));
      assert.equal(await trace.of(router, 'GET /7'), 'get out');
      assert.equal(await trace.of(router, 'GET /8'), 'out');
    });
  }
});
