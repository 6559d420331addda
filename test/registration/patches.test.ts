import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { sendRequest } from '../support/api.js';
import { routing, Trace, visit } from '../support/routing.js';

/** How agents and packages patch routers, layers and routes. Each test restores what it patches. */
routing('patches', ({ Router, Route, Layer, line, createApp, stackOf }) => {
  const undo: (() => void)[] = [];
  afterEach(() => {
    for (const restore of undo.splice(0)) restore();
  });

  /** Replaces a member of a shared object until the end of the test. */
  const patch = (target: any, name: string, wrap: (original: any) => any): void => {
    const before = Object.getOwnPropertyDescriptor(target, name);
    target[name] = wrap(target[name]);
    undo.push(() => {
      if (before) Object.defineProperty(target, name, before);
      else delete target[name];
    });
  };
  /** The object with the members of all routers: in 4.x it is the function itself. */
  const shared = line === 5 ? Router.prototype : Router;
  const requestName = line === 5 ? 'handleRequest' : 'handle_request';
  const errorName = line === 5 ? 'handleError' : 'handle_error';
  const moments = ['before', 'after'] as const;

  /** A router with a nested router, after a first request unless `run` is false. */
  const build = async (trace: Trace, run = true): Promise<any> => {
    const router = Router();
    const inner = Router();
    inner.get('/x', trace.pass('inner'));
    router.use(trace.pass('use'));
    router.use('/in', inner);
    router.get('/in/:id', trace.pass('get'));
    if (run) assert.equal(await trace.of(router, 'GET /in/x'), 'use inner get out');
    return router;
  };

  test('replace layer.handle by assignment', async () => {
    const trace = new Trace();
    const router = await build(trace);
    for (const layer of router.stack) {
      const { handle } = layer;
      layer.handle = function (this: unknown, req: any, res: any, next: any): void {
        trace.steps.push('<');
        handle.call(this, req, res, next);
      };
    }
    assert.equal(await trace.of(router, 'GET /in/x'), '< use < inner < get out');
  });

  test('replace layer.handle by a getter and a setter, as agents do', async () => {
    const trace = new Trace();
    const router = await build(trace);
    for (const layer of router.stack) {
      let { handle } = layer;
      Object.defineProperty(layer, 'handle', {
        configurable: true,
        enumerable: true,
        get: () => (req: any, res: any, next: any) => {
          trace.steps.push('<');
          handle(req, res, next);
        },
        set: (fn: any) => {
          handle = fn;
        },
      });
    }
    assert.equal(await trace.of(router, 'GET /in/x'), '< use < inner < get out');
    router.stack[0].handle = trace.pass('set');
    assert.equal(await trace.of(router, 'GET /in/x'), '< set < inner < get out');
  });

  test('replace layer.handle with an error handler, and an error handler with a handler', async () => {
    const trace = new Trace();
    const router = Router();
    router.use(trace.pass('a'), trace.rethrow('b'), trace.pass('c'));
    assert.equal(await trace.of(router, 'GET /'), 'a c out');
    router.stack[0].handle = trace.rethrow('never');
    router.stack[1].handle = trace.pass('b');
    assert.equal(await trace.of(router, 'GET /'), 'b c out');
    router.stack[1].handle = trace.give('fails', 'broken');
    router.stack[2].handle = trace.forgive('handler');
    assert.equal(await trace.of(router, 'GET /'), 'fails handler!broken out');
  });

  test('replace layer.handle inside a route', async () => {
    const trace = new Trace();
    const router = Router();
    const route = router.route('/x').get(trace.pass('a'), trace.pass('b'));
    assert.equal(await trace.of(router, 'GET /x'), 'a b out');
    route.stack[0].handle = trace.pass('patched');
    assert.equal(await trace.of(router, 'GET /x'), 'patched b out');
  });

  test('replace layer.handle of a mount with another router', async () => {
    const trace = new Trace();
    const router = await build(trace);
    router.stack[1].handle = Router().get('/x', trace.pass('other'));
    assert.equal(await trace.of(router, 'GET /in/x'), 'use other get out');
  });

  test('replace layer.handleRequest of one layer', async () => {
    const trace = new Trace();
    const router = await build(trace);
    router.stack[2][requestName] = (_req: any, _res: any, next: any): void => {
      trace.steps.push('own');
      next();
    };
    assert.equal(await trace.of(router, 'GET /in/x'), 'use inner own out');
  });

  test('replace layer.match of one layer, before the first request', async () => {
    const trace = new Trace();
    const router = await build(trace, false);
    const layer = router.stack[2];
    layer.match = function (this: any, path: string): boolean {
      trace.steps.push(`match ${path}`);
      return Layer.prototype.match.call(this, path);
    };
    assert.equal(await trace.of(router, 'GET /in/x'), 'use inner match /in/x get out');
    assert.equal(await trace.of(router, 'GET /y'), 'use match /y out');
  });

  // In 5.x keys are the result of the last match.
  for (const moment of line === 4 ? moments : []) {
    const createRouter = async (path: string): Promise<{ router: any; layer: any }> => {
      const router = Router();
      router.param('other', (req: any, _res: any, next: any, value: string) => {
        req.value = value;
        next();
      });
      router.use(path, (req: any, res: any) => res.end(JSON.stringify([req.params, req.baseUrl, req.value])));
      if (moment === 'after') await visit(router, 'GET /a/b');
      return { router, layer: router.stack[0] };
    };
    const responseOf = async (router: any, path = '/a/b') => {
      const { body, error } = await visit(router, `GET ${path}`);
      return error ? error.message : JSON.parse(body!);
    };

    test(`rename layer.keys ${moment} the first request`, async () => {
      const { router, layer } = await createRouter('/:id');
      layer.keys[0].name = 'other';
      assert.deepEqual(await responseOf(router), [{ other: 'a' }, '/a', 'a']);
      layer.keys[0].name = 'id';
      assert.deepEqual(await responseOf(router), [{ id: 'a' }, '/a', null]);
    });

    test(`replace layer.keys ${moment} the first request`, async () => {
      const { router, layer } = await createRouter('/:id/:more');
      layer.keys = [{ name: 'other' }, { name: 'x' }];
      assert.deepEqual(await responseOf(router), [{ other: 'a', x: 'b' }, '/a/b', 'a']);
      layer.keys = [{ name: 'id' }];
      assert.equal(await responseOf(router), "Cannot read properties of undefined (reading 'name')");
    });

    test(`change the flags of layer.regexp ${moment} the first request`, async () => {
      const { router, layer } = await createRouter('/:id');
      layer.regexp.fast_star = true;
      assert.deepEqual(await responseOf(router), [{ 0: '/a/b' }, '/a/b', null]);
      layer.regexp.fast_slash = true;
      assert.deepEqual(await responseOf(router), [{}, '', null]);
      layer.regexp.fast_slash = false;
      layer.regexp.fast_star = undefined;
      assert.deepEqual(await responseOf(router), [{ id: 'a' }, '/a', null]);
      const { router: all, layer: first } = await createRouter('/');
      first.regexp.fast_slash = false;
      assert.deepEqual(await responseOf(all), [{}, '', null]);
    });
  }

  for (const moment of moments) {
    test(`replace Layer.prototype.match ${moment} the first request`, async () => {
      const trace = new Trace();
      const router = await build(trace, moment === 'after');
      patch(
        Layer.prototype,
        'match',
        (original) =>
          function (this: any, path: string): boolean {
            trace.steps.push('?');
            return original.call(this, path);
          },
      );
      // Called for every layer: three of the router and one of the nested router.
      assert.equal(await trace.of(router, 'GET /in/x'), '? use ? ? inner ? get out');
    });

    test(`replace Layer.prototype.match with one that never matches ${moment} the first request`, async () => {
      const trace = new Trace();
      const router = await build(trace, moment === 'after');
      patch(Layer.prototype, 'match', () => () => false);
      assert.equal(await trace.of(router, 'GET /in/x'), 'out');
    });

    test(`replace Layer.prototype.${requestName} ${moment} the first request`, async () => {
      const trace = new Trace();
      const router = await build(trace, moment === 'after');
      patch(
        Layer.prototype,
        requestName,
        (original) =>
          function (this: any, req: any, res: any, next: any): void {
            trace.steps.push(`[${this.method ?? this.path}]`);
            original.call(this, req, res, next);
          },
      );
      // Layers of handlers inside a route have a method and no path.
      assert.equal(
        await trace.of(router, 'GET /in/x'),
        '[] use [/in] [/x] [get] inner [/in/x] [get] get out',
      );
    });

    test(`replace Layer.prototype.${errorName} ${moment} the first request`, async () => {
      const trace = new Trace();
      const router = Router();
      router.use(trace.give('fails', 'broken'), trace.rethrow('handler'));
      if (moment === 'after') await trace.of(router, 'GET /');
      patch(
        Layer.prototype,
        errorName,
        (original) =>
          function (this: any, error: any, req: any, res: any, next: any): void {
            trace.steps.push(`(${error})`);
            original.call(this, error, req, res, next);
          },
      );
      assert.equal(await trace.of(router, 'GET /'), 'fails (broken) handler!broken out!broken');
    });

    test(`replace the shared handle of all routers ${moment} the first request`, async () => {
      const trace = new Trace();
      const router = await build(trace, moment === 'after');
      patch(
        shared,
        'handle',
        (original) =>
          function (this: any, req: any, res: any, next: any): void {
            trace.steps.push(`{${req.url}`);
            original.call(this, req, res, next);
          },
      );
      assert.equal(await trace.of(router, 'GET /in/x'), '{/in/x use {/x inner get out');
    });

    test(`replace router.handle of one mounted router ${moment} the first request`, async () => {
      const trace = new Trace();
      const router = await build(trace, moment === 'after');
      const inner = router.stack[1].handle;
      const { handle } = inner;
      inner.handle = function (this: any, req: any, res: any, next: any): void {
        trace.steps.push('{');
        handle.call(this, req, res, (error: unknown) => {
          trace.steps.push('}');
          next(error);
        });
      };
      assert.equal(await trace.of(router, 'GET /in/x'), 'use { inner } get out');
    });
  }

  test('have no effect after they are removed', async () => {
    const trace = new Trace();
    const router = await build(trace);
    patch(Layer.prototype, 'match', () => () => false);
    assert.equal(await trace.of(router, 'GET /in/x'), 'out');
    undo.pop()!();
    assert.equal(await trace.of(router, 'GET /in/x'), 'use inner get out');
  });

  test('replace router.handle with one that rewrites the request', async () => {
    const trace = new Trace();
    const router = await build(trace);
    const inner = router.stack[1].handle;
    inner.get('/y', trace.pass('y'));
    const { handle } = inner;
    inner.handle = function (this: any, req: any, res: any, next: any): void {
      req.url = '/y';
      handle.call(this, req, res, next);
    };
    assert.equal(await trace.of(router, 'GET /in/x'), 'use y get out');
  });

  test('replace router.handle with one that passes another request on', async () => {
    const trace = new Trace();
    const router = await build(trace);
    const inner = router.stack[1].handle;
    inner.post('/y', trace.pass('other request'));
    const { handle } = inner;
    inner.handle = function (this: any, _req: any, res: any, next: any): void {
      handle.call(this, { method: 'POST', url: '/y' }, res, next);
    };
    // The inner request does not change the parameters of the outer one.
    assert.equal(await trace.of(router, 'GET /in/x'), 'use other request get out');
  });

  test('replace route[method] of one route', async () => {
    const trace = new Trace();
    const router = Router();
    const route = router.route('/x');
    const { get } = route;
    route.get = function (this: any, ...handlers: any[]): any {
      return get.call(this, trace.pass('injected'), ...handlers);
    };
    route.get(trace.pass('get'));
    assert.equal(await trace.of(router, 'GET /x'), 'injected get out');
  });

  test('replace Route.prototype[method], which routers and applications call', async () => {
    const trace = new Trace();
    patch(
      Route.prototype,
      'get',
      (original) =>
        function (this: any, ...handlers: any[]): any {
          trace.steps.push(`get ${this.path}`);
          return original.apply(this, handlers);
        },
    );
    Router().get('/a', () => {});
    createApp().get('/b', () => {});
    assert.equal(trace.take(), 'get /a get /b');
  });

  test('replace the shared use and route of all routers, as tracers do', async () => {
    const trace = new Trace();
    for (const name of ['use', 'route']) {
      patch(
        shared,
        name,
        (original) =>
          function (this: any, ...args: any[]): any {
            const result = original.apply(this, args);
            const layer = this.stack.at(-1);
            const { handle } = layer;
            layer.handle = (req: any, res: any, next: any): void => {
              trace.steps.push(`${name}:`);
              handle(req, res, next);
            };
            return result;
          },
      );
    }
    const router = Router();
    router.use(trace.pass('a'));
    router.get('/x', trace.pass('b'));
    assert.equal(await trace.of(router, 'GET /x'), 'use: a route: b out');
  });

  test('replace Route.prototype.dispatch', async () => {
    const trace = new Trace();
    const wrap = (original: any) =>
      function (this: any, req: any, res: any, next: any): void {
        trace.steps.push(`dispatch ${this.path}`);
        original.call(this, req, res, next);
      };
    patch(Route.prototype, 'dispatch', wrap);
    const router = Router().get('/x', trace.pass('get'));
    assert.equal(await trace.of(router, 'GET /x'), 'dispatch /x get out');
  });

  test('replace app.handle, also of a mounted application', async () => {
    const trace = new Trace();
    const app = createApp();
    const inner = createApp();
    inner.get('/x', (_req: any, res: any) => res.send('x'));
    app.use('/in', inner);
    await sendRequest(app, '/in/x');
    for (const [name, one] of Object.entries({ app, inner })) {
      const { handle } = one;
      one.handle = function (this: any, req: any, res: any, next: any): void {
        trace.steps.push(`${name} ${req.url}`);
        handle.call(this, req, res, next);
      };
    }
    assert.equal((await sendRequest(app, '/in/x')).body, 'x');
    assert.equal(trace.take(), 'app /in/x inner /x');
  });

  test('wrap each layer in the stack of an application', async () => {
    const trace = new Trace();
    const app = createApp();
    app.get('/x', (_req: any, res: any) => res.send('x'));
    await sendRequest(app, '/x');
    for (const layer of stackOf(app)) {
      const { handle } = layer;
      layer.handle = (req: any, res: any, next: any): void => {
        trace.steps.push(layer.name);
        handle(req, res, next);
      };
    }
    assert.equal((await sendRequest(app, '/x')).body, 'x');
    assert.equal(trace.take(), line === 5 ? 'handle' : 'query expressInit bound dispatch');
  });

  test('define an accessor on Layer.prototype, which receives the handler of every new layer', async () => {
    const seen: string[] = [];
    const values = new WeakMap<object, any>();
    Object.defineProperty(Layer.prototype, 'handle', {
      configurable: true,
      get(this: object) {
        return values.get(this);
      },
      set(this: object, fn: any) {
        seen.push(fn.name);
        values.set(this, fn);
      },
    });
    undo.push(() => delete Layer.prototype.handle);
    const trace = new Trace();
    const router = Router();
    router.use(function mine(_req: any, _res: any, next: any): void {
      trace.steps.push('mine');
      next();
    });
    assert.deepEqual(seen, ['mine']);
    assert.equal(await trace.of(router, 'GET /'), 'mine out');
  });

  test('add symbols to layers, which are kept', async () => {
    const trace = new Trace();
    const router = await build(trace);
    const mark = Symbol('agent');
    for (const layer of router.stack) layer[mark] = true;
    await trace.of(router, 'GET /in/x');
    assert.ok(router.stack.every((layer: any) => layer[mark]));
  });
});
