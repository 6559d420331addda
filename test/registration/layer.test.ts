import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sendRequest } from '../support/api.js';
import { routing, Trace, visit } from '../support/routing.js';

routing('layers', ({ Router, Route, Layer, line, createApp, stackOf }) => {
  const noop = (): void => {};

  test('of middleware have the same own keys as in Express, in order', () => {
    const [layer] = Router().use('/a', noop).stack;
    assert.deepEqual(
      Object.keys(layer),
      line === 5
        ? ['handle', 'keys', 'name', 'params', 'path', 'slash', 'matchers', 'route']
        : ['handle', 'name', 'params', 'path', 'keys', 'regexp', 'route'],
    );
    assert.equal(layer.route, undefined);
  });

  test('of routes and of their handlers have the same own keys as in Express, in order', () => {
    const [layer] = Router().get('/a', noop).stack;
    const common =
      line === 5
        ? ['handle', 'keys', 'name', 'params', 'path', 'slash', 'matchers']
        : ['handle', 'name', 'params', 'path', 'keys', 'regexp'];
    assert.deepEqual(Object.keys(layer), [...common, 'route']);
    assert.deepEqual(Object.keys(layer.route.stack[0]), [...common, 'method']);
    assert.equal(layer.route.stack[0].method, 'get');
    assert.equal(Router().route('/').all(noop).stack[0].method, undefined);
  });

  test('have no other own properties, not even symbols', () => {
    const [layer] = Router().get('/a', noop).stack;
    assert.deepEqual(Object.getOwnPropertySymbols(layer), []);
    assert.deepEqual(Object.getOwnPropertyNames(layer), Object.keys(layer));
  });

  test('match the first time as they do later', () => {
    const paths = ['/users/7', '/USERS/7', '/users', '/user', '/users/', '/users/7/', '/other/7', '/', ''];
    // A Kelvin sign equals k only in a RegExp with the u flag. Paths can be values that are not strings.
    for (const path of [
      ...paths,
      '/Users/\u212a',
      '/\u212aeys/7',
      '/keys/7',
      7,
      { toString: () => '/users/8' },
    ]) {
      for (const pattern of ['/users/:id', '/keys/:id', '/Users', '/:any']) {
        for (const options of [{}, { end: false }, { sensitive: true }, { strict: true }]) {
          const [fresh, used] = [new Layer(pattern, options, noop), new Layer(pattern, options, noop)];
          used.match(pattern);
          assert.equal(fresh.match(path), used.match(path), `${pattern} ${String(path)}`);
          assert.deepEqual([fresh.path, fresh.params], [used.path, used.params]);
        }
      }
    }
  });

  test('are named after their handlers', () => {
    const router = Router();
    router.use(function named() {});
    router.use((_req: any, _res: any, next: any) => next());
    router.use(Router());
    router.get('/x', function inside() {});
    assert.deepEqual(
      router.stack.map((layer: any) => layer.name),
      ['named', '<anonymous>', 'router', line === 5 ? 'handle' : 'bound dispatch'],
    );
    assert.equal(router.stack[3].route.stack[0].name, 'inside');
  });

  test('of mounted applications are named mounted_app', () => {
    const app = createApp();
    app.use('/in', createApp());
    app.use('/static', Router());
    assert.deepEqual(
      stackOf(app).map((layer) => layer.name),
      line === 5 ? ['mounted_app', 'router'] : ['query', 'expressInit', 'mounted_app', 'router'],
    );
  });

  test('hold the registered handler or the mounted router', () => {
    const inner = Router();
    const router = Router().use(noop).use('/in', inner);
    assert.equal(router.stack[0].handle, noop);
    assert.equal(router.stack[1].handle, inner);
    assert.equal(router.stack[1].handle.stack, inner.stack);
  });

  test('have path, params and keys of the request while it is handled', async () => {
    const seen: unknown[] = [];
    const router = Router();
    const { stack } = router;
    const look = (at: number) => (_req: any, _res: any, next: any) => {
      const { path, params, keys } = stack[at];
      seen.push([path, { ...params }, keys.map((key: any) => key.name ?? key)]);
      next();
    };
    router.use(look(0));
    router.use('/in/:a', look(1));
    router.get('/in/:a/:b', look(2));
    router.get(/^\/in\/(.)/, look(3));
    await visit(router, 'GET /in/1/2?q');
    assert.deepEqual(seen, [
      ['', {}, []],
      ['/in/1', { a: '1' }, ['a']],
      ['/in/1/2', { a: '1', b: '2' }, ['a', 'b']],
      ['/in/1', { 0: '1' }, line === 5 ? ['0'] : [0]],
    ]);
  });

  test('have the path of the request for agents that wrap the handlers of routers and nested routers', async () => {
    const seen: string[] = [];
    const wrapLast = (router: any): void => {
      const layer = router.stack.at(-1);
      const { handle } = layer;
      layer.handle = (req: any, res: any, next: any): void => {
        seen.push(`${req.baseUrl} ${layer.path}`);
        handle(req, res, next);
      };
    };
    const router = Router();
    const inner = Router();
    inner.get('/:id', (_req: any, _res: any, next: any) => next());
    wrapLast(inner);
    router.use('/in', inner);
    wrapLast(router);
    await visit(router, 'GET /in/7');
    await visit(router, 'GET /in/8');
    // When a handler runs, the path of its mount has been removed from req.url.
    assert.deepEqual(seen, ['/in /in', '/in /7', '/in /in', '/in /8']);
  });

  test('include a trailing slash in their path', async () => {
    const paths: string[] = [];
    const router = Router();
    const { stack } = router;
    const look = (at: number) => (_req: any, _res: any, next: any) => {
      paths.push(stack[at].path);
      next();
    };
    router.use('/a', look(0));
    router.get('/a/:b', look(1));
    await visit(router, 'GET /a');
    await visit(router, 'GET /a/');
    await visit(router, 'GET /a/b/');
    assert.deepEqual(paths, ['/a', '/a/', '/a', '/a/b/']);
  });

  test('are in req.route.stack', async () => {
    const router = Router();
    let route: any;
    router.get('/x', function mine(req: any, _res: any, next: any) {
      route = req.route;
      next();
    });
    await visit(router, 'GET /x');
    assert.equal(route, router.stack[0].route);
    assert.equal(route.stack[0].name, 'mine');
    assert.deepEqual(Object.keys(route), ['path', 'stack', 'methods']);
  });

  test('can be created and matched without a router', () => {
    const layer = new Layer('/users/:id', { end: true }, noop);
    assert.equal(layer.match('/users/7'), true);
    assert.deepEqual({ ...layer.params }, { id: '7' });
    assert.equal(layer.path, '/users/7');
    assert.equal(layer.match('/other'), false);
    assert.equal(layer.params, undefined);
    assert.equal(layer.path, undefined);
    assert.equal(layer.match(null), false);
    assert.equal(new Layer('/', { end: false }, noop).match('/whatever'), true);
  });

  test('are instances with methods that can be replaced', () => {
    const names =
      line === 5 ? ['handleError', 'handleRequest', 'match'] : ['handle_error', 'handle_request', 'match'];
    for (const name of names) {
      const descriptor = Object.getOwnPropertyDescriptor(Layer.prototype, name)!;
      assert.equal(typeof descriptor.value, 'function');
      assert.ok(descriptor.writable && descriptor.configurable);
    }
    assert.ok(Router().use(noop).stack[0] instanceof Layer);
    assert.ok(Router().route('/') instanceof Route);
  });

  test('have the names in stack traces that packages look for', async () => {
    let frames: NodeJS.CallSite[] = [];
    const router = Router().get('/', (_req: any, _res: any, next: any) => {
      // Reads the call sites, because source maps, which tests run with, omit method names from the text.
      const { prepareStackTrace } = Error;
      Error.prepareStackTrace = (_error, sites) => sites;
      frames = new Error().stack as any;
      Error.prepareStackTrace = prepareStackTrace;
      next();
    });
    await visit(router, 'GET /');
    const names = frames.map((site) =>
      [site.getTypeName(), site.getFunctionName(), site.getMethodName()].join(),
    );
    // In text: `Layer.handleRequest`, and `Layer.handle [as handle_request]`.
    const wanted = line === 5 ? 'Layer,handleRequest,handleRequest' : 'Layer,handle,handle_request';
    assert.ok(names.includes(wanted), names.join('; '));
  });

  if (line === 5) {
    test('have slash set if they match everything', () => {
      const router = Router().use(noop).use('/', noop).use('/a', noop).get('/', noop);
      assert.deepEqual(
        router.stack.map((layer: any) => layer.slash),
        [true, true, false, false],
      );
      assert.ok(router.stack.every((layer: any) => Array.isArray(layer.matchers)));
    });

    test('have a matcher for each of their paths', () => {
      const [layer] = Router().use(['/a/:x', /^\/b/], noop).stack;
      assert.equal(layer.matchers.length, 2);
      assert.deepEqual({ ...layer.matchers[0]('/a/1').params }, { x: '1' });
      assert.equal(layer.matchers[0]('/a/1').path, '/a/1');
      assert.equal(layer.matchers[1]('/a/1'), false);
    });
  } else {
    test('have a RegExp that packages parse', () => {
      const router = Router().use('/api', noop).get('/users/:id', noop).use(noop).get('*', noop);
      assert.equal(router.stack[0].regexp.source, '^\\/api\\/?(?=\\/|$)');
      assert.equal(router.stack[1].regexp.source, '^\\/users(?:\\/([^/]+?))\\/?$');
      assert.deepEqual(
        router.stack.map(({ regexp }: any) => [regexp.fast_star, regexp.fast_slash]),
        [
          [false, false],
          [false, false],
          [false, true],
          [true, false],
        ],
      );
      assert.deepEqual(
        router.stack[1].keys.map((key: any) => [key.name, key.optional]),
        [['id', false]],
      );
    });
  }

  test('of one stack provide the methods of each path for route listings', () => {
    const router = Router();
    router.route('/x').get(noop).post(noop);
    router.all('/y', noop);
    const list = router.stack.map(({ route }: any) => [route.path, Object.keys(route.methods)]);
    assert.deepEqual(list, [
      ['/x', ['get', 'post']],
      ['/y', ['_all']],
    ]);
  });

  test('of applications contain all methods of app.all', () => {
    const app = createApp();
    app.all('/x', noop);
    const { route } = stackOf(app).at(-1);
    assert.equal(route.methods.get, true);
    assert.equal(route.methods.propfind, true);
    assert.ok(route.stack.length > 20);
  });

  test('add no properties to requests and responses', async () => {
    const trace = new Trace();
    const router = Router().get('/:id', trace.pass('get'));
    const { req } = await visit(router, 'GET /7');
    assert.deepEqual(Object.getOwnPropertySymbols(req), []);
    assert.deepEqual(
      Object.keys(req).sort(),
      ['_parsedUrl', 'baseUrl', 'method', 'next', 'originalUrl', 'params', 'route', 'url'].filter(
        (key) => key in req,
      ),
    );
    const app = createApp();
    app.get('/', (request: any, res: any) =>
      res.json(
        Object.getOwnPropertySymbols(res).filter((symbol) => /maglev/i.test(String(symbol))).length +
          Object.keys(request).filter((key) => /maglev/i.test(key)).length,
      ),
    );
    assert.equal((await sendRequest(app, '/')).body, '0');
  });
});
