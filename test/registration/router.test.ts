import assert from 'node:assert/strict';
import type http from 'node:http';
import { METHODS } from 'node:http';
import { test } from 'node:test';
import { sendRequest } from '../support/api.js';
import { routing, Trace, visit } from '../support/routing.js';

/** A standalone router, as `maglev/router` exports it, gets plain requests and responses of Node. */
const serve = (router: any) => (req: http.IncomingMessage, res: http.ServerResponse) => {
  router(req, res, (error: any) => {
    res.statusCode = error ? (error.status ?? 500) : 404;
    res.end(error ? `error: ${error.message}` : 'nothing here');
  });
};

routing('a standalone router', ({ Router, line }) => {
  test('responds on a plain http server', async () => {
    const router = Router();
    const inner = Router({ mergeParams: true });
    inner.get('/posts/:post', (req: any, res: any) =>
      res.end(JSON.stringify([req.params, req.baseUrl, req.url])),
    );
    router.use((_req: any, res: any, next: any) => {
      res.setHeader('x-seen', 'yes');
      next();
    });
    router.use('/users/:user', inner);
    const response = await sendRequest(serve(router), '/users/7/posts/8?q');
    assert.equal(response.body, '[{"user":"7","post":"8"},"/users/7","/posts/8?q"]');
    assert.equal(response.get('x-seen'), 'yes');
    assert.equal(response.get('x-powered-by'), undefined);
  });

  test('merges inherited parameters of its parent only if Express does', async () => {
    const inherited = Object.create({ far: 'a', both: 'b' }, { hidden: { value: 'c' } });
    inherited.both = 'd';
    inherited.near = 'e';
    for (const [params, expected] of [
      [
        inherited,
        line === 4 ? { both: 'd', near: 'e', far: 'a', id: '7' } : { both: 'd', near: 'e', id: '7' },
      ],
      [Object.create({ 0: 'a' }), line === 4 ? { 0: 'a', id: '7' } : { id: '7' }],
      [Object.assign(Object.create(null), { near: 'e', id: 'f' }), { near: 'e', id: '7' }],
      [['a', 'b'], { 0: 'a', 1: 'b', id: '7' }],
    ]) {
      const router = Router({ mergeParams: true });
      router.get('/:id', (req: any, res: any) => res.end(JSON.stringify(req.params)));
      const { body } = await visit(router, { method: 'GET', url: '/7', params });
      assert.deepEqual(JSON.parse(body!), expected);
    }
  });

  test('passes unmatched requests and errors to the callback', async () => {
    const router = Router();
    router.get('/broken', () => {
      throw new Error('broken');
    });
    router.get('/:id', (_req: any, res: any) => res.end('id'));
    assert.equal((await sendRequest(serve(router), '/a/b')).status, 404);
    assert.equal((await sendRequest(serve(router), '/broken')).body, 'error: broken');
    assert.equal((await sendRequest(serve(router), '/%zz')).status, 400);
    assert.equal((await sendRequest(serve(router), { method: 'POST', path: '/x' })).status, 404);
  });

  if (line === 5) {
    test('responds to OPTIONS', async () => {
      const router = Router()
        .post('/x', () => {})
        .get('/x', () => {});
      const response = await sendRequest(serve(router), { method: 'OPTIONS', path: '/x' });
      assert.equal(response.get('allow'), 'GET, HEAD, POST');
    });
  }

  test('handles an empty array as a path as Express does', async () => {
    const trace = new Trace();
    const paths: [unknown[], four: string, five: string][] = [
      [[], 'use get out', 'out'],
      [[[]], 'use get out', 'use out'],
      [[[], '/q'], 'use get out', 'use out'],
    ];
    for (const [path, four, five] of paths) {
      const router = Router();
      router.use(path, trace.pass('use'));
      router.get(path, trace.pass('get'));
      for (let i = 0; i < 20; i++) {
        assert.equal(await trace.of(router, 'GET /secret'), line === 4 ? four : five);
      }
    }
  });

  test('uses the paths that an array had at registration', async () => {
    const trace = new Trace();
    const router = Router();
    const paths: unknown[] = ['/c', ['/e']];
    router.get(paths, trace.pass('get'));
    router.use(paths, trace.pass('use'));
    (paths[1] as string[])[0] = '/f';
    paths[0] = '/d';
    for (let i = 0; i < 20; i++) {
      assert.equal(await trace.of(router, 'GET /c'), 'get use out');
      assert.equal(await trace.of(router, 'GET /e'), 'get use out');
      assert.equal(await trace.of(router, 'GET /d'), 'out');
    }
    paths.length = 0;
    assert.equal(await trace.of(router, 'GET /c'), 'get use out');
  });

  test('accepts nested arrays of paths', async () => {
    const trace = new Trace();
    const router = Router();
    router.get([['/a', '/b/'], '/c', ['/d', ['/:e/f']]], trace.pass('get'));
    router.use([['/u']], trace.pass('use'));
    for (const path of ['/a', '/b', '/c', '/d', '/1/f']) {
      for (let i = 0; i < 20; i++) assert.equal(await trace.of(router, `GET ${path}`), 'get out', path);
    }
    assert.equal(await trace.of(router, 'GET /u/x'), 'use out');
    assert.equal(await trace.of(router, 'GET /a,/b'), 'out');
  });

  if (line === 5) {
    test('is created from the receiver of Router.call', () => {
      function Own(this: any) {
        this.before = 1;
        const router = Router.call(this);
        this.after = 2;
        return router;
      }
      Object.setPrototypeOf(Own.prototype, Router.prototype);
      const created = new (Own as any)();
      assert.deepEqual([typeof created, created.before, created.after], ['function', 1, 2]);
      created.use(() => {});
      assert.equal(created.stack.length, 1);
      const first = Router();
      first.note = 'kept';
      assert.equal(Router.call(first).note, 'kept');
    });
  }

  test('returns the result of its callback from next, and calls it without this', () => {
    const router = Router();
    let returned: unknown;
    router.use((_req: any, _res: any, next: any) => {
      returned = next();
    });
    // After the last layer, the callback would be called asynchronously.
    router.get('/other', () => {});
    router({ method: 'GET', url: '/' }, {}, function (this: unknown) {
      return [this];
    });
    assert.deepEqual(returned, [undefined]);
  });

  test('is a function of request, response and next', async () => {
    const router = Router();
    assert.equal(typeof router, 'function');
    assert.equal(router.length, 3);
    assert.equal(router.name, 'router');
    router.get('/', (_req: any, res: any) => res.end('called'));
    assert.equal((await visit(router, 'GET /')).body, 'called');
    assert.equal(
      (await visit((req: any, res: any, next: any) => router.handle(req, res, next), 'GET /')).body,
      'called',
    );
  });

  test('can be created with and without new', async () => {
    for (const router of [Router(), new Router(), Router({ strict: true }), new Router({ strict: true })]) {
      const trace = new Trace();
      router.get('/x', trace.pass('x'));
      assert.equal(await trace.of(router, 'GET /x'), 'x out');
    }
    assert.equal(new Router({ strict: true }).strict, true);
    assert.equal(Router({ caseSensitive: true }).caseSensitive, true);
    assert.equal(Router({ mergeParams: true }).mergeParams, true);
    assert.equal(Router().strict, undefined);
  });

  test('returns itself from use, methods and param', () => {
    const router = Router();
    const noop = (): void => {};
    assert.equal(router.use(noop), router);
    assert.equal(router.get('/', noop), router);
    assert.equal(router.all('/', noop), router);
    assert.equal(router.param('id', noop), router);
    assert.notEqual(router.route('/'), router);
  });

  test('has its members where agents look for them', () => {
    const names = [
      'use',
      'route',
      'param',
      'handle',
      'all',
      ...METHODS.map((method) => method.toLowerCase()),
    ];
    const holder = line === 5 ? Router.prototype : Router;
    for (const name of names) {
      const descriptor = Object.getOwnPropertyDescriptor(holder, name)!;
      assert.equal(typeof descriptor?.value, 'function', name);
      assert.ok(descriptor.writable && descriptor.enumerable && descriptor.configurable, name);
      assert.ok(!Object.hasOwn(Router(), name), name);
    }
    assert.equal(typeof Router.prototype.route, line === 5 ? 'function' : 'undefined');
    assert.equal(typeof Router.route, line === 5 ? 'undefined' : 'function');
    assert.ok(Object.prototype.isPrototypeOf.call(holder, Router()));
    for (const name of ['use', 'route', 'param', 'handle']) assert.equal(holder[name].name, name);
  });

  test('has enumerable own members', () => {
    const router = Router({ strict: true });
    const expected = ['caseSensitive', 'mergeParams', 'params', 'stack', 'strict'];
    if (line === 4) expected.unshift('_params');
    assert.deepEqual(Object.keys(router).sort(), expected);
    assert.deepEqual(router.params, {});
    assert.deepEqual(router.stack, []);
  });

  if (line === 5) {
    test('is an instance of Router', () => {
      assert.ok(Router() instanceof Router);
      assert.ok(new Router() instanceof Router);
      assert.ok(!((() => {}) instanceof Router));
    });

    test('can be extended by a class', async () => {
      class Logged extends Router {
        constructor(options?: object) {
          super(options);
          (this as any).kind = 'logged';
        }
        hello(this: any): string {
          return `hello from ${this.kind}`;
        }
        get(path: string, ...handlers: any[]): any {
          (this as any).registered = path;
          return (Router.prototype as any).get.call(this, path, ...handlers);
        }
      }
      const trace = new Trace();
      const router: any = new Logged({ strict: true });
      assert.ok(router instanceof Logged && router instanceof Router);
      assert.equal(router.hello(), 'hello from logged');
      assert.equal(router.strict, true);
      router.get('/x', trace.pass('x'));
      assert.equal(router.registered, '/x');
      assert.equal(await trace.of(router, 'GET /x'), 'x out');
      assert.equal(await trace.of(Router().use('/in', router), 'GET /in/x'), 'x out');
    });

    test('can be extended with a prototype', async () => {
      function Mine(this: any): any {
        const router = new Router();
        Object.setPrototypeOf(router, Mine.prototype);
        return router;
      }
      Mine.prototype = Object.create(Router.prototype, { extra: { value: () => 'extra' } });
      const trace = new Trace();
      const router = new (Mine as any)();
      assert.equal(router.extra(), 'extra');
      router.use(trace.pass('use'));
      assert.equal(await trace.of(router, 'GET /'), 'use out');
    });
  }

  test('has a handle that works on similar objects', async () => {
    const trace = new Trace();
    const router = Router().get('/x', trace.pass('x'));
    const handle = line === 5 ? Router.prototype.handle : Router.handle;
    const double = {
      stack: router.stack,
      params: {},
      mergeParams: false,
      process_params: Router.process_params,
    };
    assert.equal(
      await trace.of((req: any, res: any, next: any) => handle.call(double, req, res, next), 'GET /x'),
      'x out',
    );
  });

  test('shares nothing with other routers', async () => {
    const trace = new Trace();
    const [one, two] = [Router(), Router()];
    one.param('id', trace.pass('param'));
    one.get('/:id', trace.pass('one'));
    two.get('/:id', trace.pass('two'));
    assert.equal(await trace.of(one, 'GET /7'), 'param one out');
    assert.equal(await trace.of(two, 'GET /7'), 'two out');
  });
});
