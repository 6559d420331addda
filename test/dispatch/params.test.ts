import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sendRequest } from '../support/api.js';
import { routing, Trace, visit } from '../support/routing.js';

routing('req.params', ({ Router, line, createApp }) => {
  /** The parameters that a route or middleware receives. */
  const paramsOf = async (register: (router: any, handler: any) => void, url: string): Promise<any> => {
    let params: any;
    const router = Router();
    register(router, (req: any, _res: any, next: any) => {
      params = req.params;
      next();
    });
    await visit(router, `GET ${url}`);
    return params;
  };
  const entries = (params: any): any => ({ ...params });
  const bare = (params: any): boolean => Object.getPrototypeOf(params) === null;

  test('of string paths have no prototype on 5.x, and a plain one on 4.x', async () => {
    assert.equal(bare(await paramsOf((router, handler) => router.get('/:id', handler), '/7')), line === 5);
    assert.equal(bare(await paramsOf((router, handler) => router.get('/x', handler), '/x')), line === 5);
    assert.equal(bare(await paramsOf((router, handler) => router.use('/:id', handler), '/7')), line === 5);
  });

  test('of use without a path and of RegExps are plain objects', async () => {
    assert.equal(bare(await paramsOf((router, handler) => router.use(handler), '/7')), false);
    assert.equal(bare(await paramsOf((router, handler) => router.use('/', handler), '/7')), false);
    assert.equal(bare(await paramsOf((router, handler) => router.get(/^\/(.)$/, handler), '/7')), false);
  });

  test('are in the order of the path', async () => {
    const params = await paramsOf((router, handler) => router.get('/:z/:a/x-:m-:b', handler), '/1/2/x-3-4');
    assert.deepEqual(Object.entries(params), [
      ['z', '1'],
      ['a', '2'],
      ['m', '3'],
      ['b', '4'],
    ]);
  });

  test('are decoded', async () => {
    const params = await paramsOf((router, handler) => router.get('/:a/:b', handler), '/x%20y/%C3%A9%2F%25');
    assert.deepEqual(entries(params), { a: 'x y', b: 'é/%' });
  });

  test('of RegExps are numbered, or named', async () => {
    const params = await paramsOf(
      (router, handler) => router.get(/^\/(\d+)\/(?<word>\w+)\/(%20)?(x)?$/, handler),
      '/12/ab/x',
    );
    const missing = line === 4 ? { 1: undefined } : {};
    assert.deepEqual(entries(params), { 0: '12', word: 'ab', ...missing, 2: 'x' });
  });

  test('without a value are omitted on 5.x and undefined on 4.x', async () => {
    const params = await paramsOf(
      (router, handler) => router.get(line === 5 ? '/a{/:b}{/:c}' : '/a/:b?/:c?', handler),
      '/a/1',
    );
    assert.deepEqual(entries(params), line === 5 ? { b: '1' } : { b: '1', c: undefined });
  });

  test('of an array of paths are those of the path that matched', async () => {
    const register = (router: any, handler: any): void => router.get(['/a/:x', '/b/:y', '/:z/c'], handler);
    assert.deepEqual(entries(await paramsOf(register, '/b/1')).y, '1');
    assert.deepEqual(entries(await paramsOf(register, '/q/c')).z, 'q');
    assert.deepEqual(entries(await paramsOf(register, '/a/c')).x, 'c');
    assert.deepEqual(Object.keys(await paramsOf(register, '/a/c')), line === 5 ? ['x'] : ['x', 'y', 'z']);
  });

  test('are reset for every layer', async () => {
    const trace = new Trace();
    const router = Router();
    const copyParams = (req: any): unknown => ({ ...req.params });
    router.use('/:a', trace.look('a', copyParams));
    router.use(trace.look('none', copyParams));
    router.get('/:b/:c', trace.look('bc', copyParams));
    router.get('/x/y', trace.look('static', copyParams));
    assert.equal(
      await trace.of(router, 'GET /x/y'),
      'a {"a":"x"} none {} bc {"b":"x","c":"y"} static {} out',
    );
  });

  test('changed by a handler stay changed only for the next handlers of its route', async () => {
    const trace = new Trace();
    const router = Router();
    const copyParams = (req: any): unknown => ({ ...req.params });
    router.get(
      '/:id',
      trace.pass('change', (req) => {
        req.params.id = 'changed';
        req.params.more = 'added';
      }),
      trace.look('same route', copyParams),
    );
    router.get('/:id', trace.look('next route', copyParams));
    assert.equal(
      await trace.of(router, 'GET /7'),
      'change same route {"id":"changed","more":"added"} next route {"id":"7"} out',
    );
  });

  test('are a new object for every request', async () => {
    const router = Router();
    const all: any[] = [];
    router.get('/:id', (req: any, _res: any, next: any) => {
      all.push(req.params);
      next();
    });
    router.use((req: any, _res: any, next: any) => {
      all.push(req.params);
      next();
    });
    await visit(router, 'GET /1');
    await visit(router, 'GET /1');
    assert.equal(new Set(all).size, 4);
  });

  test('can be named like members of Object.prototype', async () => {
    const params = await paramsOf(
      (router, handler) => router.get('/:constructor/:toString', handler),
      '/a/b',
    );
    assert.equal(params.constructor, 'a');
    assert.equal(params.toString, 'b');
    assert.deepEqual(Object.keys(params), ['constructor', 'toString']);
  });

  test('named __proto__ do not change a prototype', async () => {
    const params = await paramsOf((router, handler) => router.get('/:__proto__/:id', handler), '/a/b');
    assert.equal(params.id, 'b');
    assert.equal(({} as any).id, undefined);
    if (line === 5) assert.equal(Object.getOwnPropertyDescriptor(params, '__proto__')?.value, 'a');
  });

  if (line === 5) {
    test('of wildcards are arrays of decoded segments', async () => {
      const register = (router: any, handler: any): void => router.get('/f/*rest', handler);
      assert.deepEqual(entries(await paramsOf(register, '/f/a')), { rest: ['a'] });
      assert.deepEqual(entries(await paramsOf(register, '/f/a/b%2Fc/d%20e')), { rest: ['a', 'b/c', 'd e'] });
      assert.deepEqual(entries(await paramsOf(register, '/f/a//b/')), { rest: ['a', '', 'b', ''] });
      assert.equal(await paramsOf(register, '/f/'), undefined);
    });

    test('support several wildcards, in the middle of a path and in middleware', async () => {
      assert.deepEqual(
        entries(await paramsOf((router, handler) => router.get('/*a/x/*b', handler), '/1/2/x/3/x/4')),
        {
          a: ['1', '2', 'x', '3'],
          b: ['4'],
        },
      );
      assert.deepEqual(entries(await paramsOf((router, handler) => router.use('/*all', handler), '/1/2')), {
        all: ['1', '2'],
      });
    });

    test('support quoted names and names in any script', async () => {
      const params = await paramsOf((router, handler) => router.get('/:"a-b"/:größe', handler), '/1/2');
      assert.deepEqual(entries(params), { 'a-b': '1', größe: '2' });
    });
  } else {
    test('of wildcards are numbered strings', async () => {
      assert.deepEqual(
        entries(await paramsOf((router, handler) => router.get('/f/*', handler), '/f/a/b%2Fc')),
        {
          0: 'a/b/c',
        },
      );
      assert.deepEqual(entries(await paramsOf((router, handler) => router.get('*', handler), '/f')), {
        0: '/f',
      });
      assert.deepEqual(
        entries(await paramsOf((router, handler) => router.get('/*/x/*', handler), '/1/x/2')),
        {
          0: '1',
          1: '2',
        },
      );
    });

    test('can be restricted by a pattern', async () => {
      const register = (router: any, handler: any): void => router.get('/:id(\\d+)', handler);
      assert.deepEqual(entries(await paramsOf(register, '/12')), { id: '12' });
      assert.equal(await paramsOf(register, '/ab'), undefined);
    });
  }

  test('can be sent in a response', async () => {
    const app = createApp();
    app.get('/u/:id/:tab', (req: any, res: any) => res.json(req.params));
    assert.equal((await sendRequest(app, '/u/7%20/x')).body, '{"id":"7 ","tab":"x"}');
  });
});

routing('mergeParams', ({ Router }) => {
  const copyParams = (req: any): unknown => ({ ...req.params });

  /** A router mounted at a path of another router, with a trace of its only handler. */
  const nested = (at: any, path: any, options: any): { router: any; trace: Trace } => {
    const trace = new Trace();
    const router = Router();
    const inner = Router(options);
    inner.get(path, trace.look('inner', copyParams));
    router.use(at, inner);
    return { router, trace };
  };

  test('is off by default: a router sees only its own parameters', async () => {
    const { router, trace } = nested('/:a', '/:b', {});
    assert.equal(await trace.of(router, 'GET /1/2'), 'inner {"b":"2"} out');
  });

  test('puts the parameters of the parent first and overrides them', async () => {
    const { router, trace } = nested('/:a/:x', '/:b/:x', { mergeParams: true });
    assert.equal(await trace.of(router, 'GET /1/2/3/4'), 'inner {"a":"1","x":"4","b":"3"} out');
  });

  test('continues the numbers of numbered parameters', async () => {
    const { router, trace } = nested(/^\/(.)-(.)/, /^\/(.)-(.)$/, { mergeParams: true });
    assert.equal(await trace.of(router, 'GET /1-2/3-4'), 'inner {"0":"1","1":"2","2":"3","3":"4"} out');
  });

  test('combines numbered and named parameters', async () => {
    const { router, trace } = nested('/:a', /^\/(.)$/, { mergeParams: true });
    assert.equal(await trace.of(router, 'GET /1/2'), 'inner {"0":"2","a":"1"} out');
  });

  test('creates a plain object', async () => {
    const router = Router();
    const inner = Router({ mergeParams: true });
    let params: any;
    inner.get('/:b', (req: any, _res: any, next: any) => {
      params = req.params;
      next();
    });
    router.use('/:a', inner);
    await visit(router, 'GET /1/2');
    assert.equal(Object.getPrototypeOf(params), Object.prototype);
  });

  test('stops at a router in between that does not merge', async () => {
    const trace = new Trace();
    const routers = [Router(), Router(), Router({ mergeParams: true })];
    routers[2].get('/:c', trace.look('inner', copyParams));
    routers[1].use('/:b', routers[2]);
    routers[0].use('/:a', routers[1]);
    assert.equal(await trace.of(routers[0], 'GET /1/2/3'), 'inner {"b":"2","c":"3"} out');
  });

  test('merges the parameters of every level', async () => {
    const trace = new Trace();
    const routers = [Router(), Router({ mergeParams: true }), Router({ mergeParams: true })];
    routers[2].use(trace.look('use', copyParams));
    routers[2].get('/:c', trace.look('inner', copyParams));
    routers[1].use('/:b', routers[2]);
    routers[0].use('/:a', routers[1]);
    assert.equal(
      await trace.of(routers[0], 'GET /1/2/3'),
      'use {"a":"1","b":"2"} inner {"a":"1","b":"2","c":"3"} out',
    );
  });

  test('merges parameters that earlier handlers have changed', async () => {
    const trace = new Trace();
    const router = Router();
    const inner = Router({ mergeParams: true });
    inner.get('/', trace.look('inner', copyParams));
    router.param('a', (req: any, _res: any, next: any) => {
      req.params.a = { loaded: true };
      next();
    });
    router.use('/:a', inner);
    assert.equal(await trace.of(router, 'GET /1'), 'inner {"a":{"loaded":true}} out');
  });

  test('ignores params of the caller that are not an object', async () => {
    const trace = new Trace();
    const router = Router({ mergeParams: true });
    router.get('/:b', trace.look('inner', copyParams));
    for (const params of [undefined, null, 'text', 5]) {
      assert.equal(await trace.of(router, { method: 'GET', url: '/2', params }), 'inner {"b":"2"} out');
    }
    assert.equal(
      await trace.of(router, { method: 'GET', url: '/2', params: { a: '1' } }),
      'inner {"a":"1","b":"2"} out',
    );
  });

  test('can be switched on an existing router', async () => {
    const { router, trace } = nested('/:a', '/:b', {});
    const stack = router.stack;
    stack[0].handle.mergeParams = true;
    assert.equal(await trace.of(router, 'GET /1/2'), 'inner {"a":"1","b":"2"} out');
    stack[0].handle.mergeParams = false;
    assert.equal(await trace.of(router, 'GET /1/2'), 'inner {"b":"2"} out');
  });
});
