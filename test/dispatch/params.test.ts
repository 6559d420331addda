import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sendRequest } from '../support/api.js';
import { routing, Trace, visit } from '../support/routing.js';

routing('req.params', ({ Router, line, createApp }) => {
  /** The parameters a route or middleware sees. */
  const seen = async (register: (router: any, handler: any) => void, url: string): Promise<any> => {
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
    assert.equal(bare(await seen((router, see) => router.get('/:id', see), '/7')), line === 5);
    assert.equal(bare(await seen((router, see) => router.get('/x', see), '/x')), line === 5);
    assert.equal(bare(await seen((router, see) => router.use('/:id', see), '/7')), line === 5);
  });

  test('of use without a path and of RegExps are plain objects', async () => {
    assert.equal(bare(await seen((router, see) => router.use(see), '/7')), false);
    assert.equal(bare(await seen((router, see) => router.use('/', see), '/7')), false);
    assert.equal(bare(await seen((router, see) => router.get(/^\/(.)$/, see), '/7')), false);
  });

  test('come in the order of the path', async () => {
    const params = await seen((router, see) => router.get('/:z/:a/x-:m-:b', see), '/1/2/x-3-4');
    assert.deepEqual(Object.entries(params), [
      ['z', '1'],
      ['a', '2'],
      ['m', '3'],
      ['b', '4'],
    ]);
  });

  test('are decoded', async () => {
    const params = await seen((router, see) => router.get('/:a/:b', see), '/x%20y/%C3%A9%2F%25');
    assert.deepEqual(entries(params), { a: 'x y', b: 'é/%' });
  });

  test('of RegExps are numbered, or named', async () => {
    const params = await seen(
      (router, see) => router.get(/^\/(\d+)\/(?<word>\w+)\/(%20)?(x)?$/, see),
      '/12/ab/x',
    );
    const missing = line === 4 ? { 1: undefined } : {};
    assert.deepEqual(entries(params), { 0: '12', word: 'ab', ...missing, 2: 'x' });
  });

  test('that have no value are left out on 5.x and undefined on 4.x', async () => {
    const params = await seen(
      (router, see) => router.get(line === 5 ? '/a{/:b}{/:c}' : '/a/:b?/:c?', see),
      '/a/1',
    );
    assert.deepEqual(entries(params), line === 5 ? { b: '1' } : { b: '1', c: undefined });
  });

  test('of an array of paths are those of the path that matched', async () => {
    const register = (router: any, see: any): void => router.get(['/a/:x', '/b/:y', '/:z/c'], see);
    assert.deepEqual(entries(await seen(register, '/b/1')).y, '1');
    assert.deepEqual(entries(await seen(register, '/q/c')).z, 'q');
    assert.deepEqual(entries(await seen(register, '/a/c')).x, 'c');
    assert.deepEqual(Object.keys(await seen(register, '/a/c')), line === 5 ? ['x'] : ['x', 'y', 'z']);
  });

  test('are reset for every layer', async () => {
    const trace = new Trace();
    const router = Router();
    const see = (req: any): unknown => ({ ...req.params });
    router.use('/:a', trace.look('a', see));
    router.use(trace.look('none', see));
    router.get('/:b/:c', trace.look('bc', see));
    router.get('/x/y', trace.look('static', see));
    assert.equal(
      await trace.of(router, 'GET /x/y'),
      'a {"a":"x"} none {} bc {"b":"x","c":"y"} static {} out',
    );
  });

  test('changed by a handler are seen by the next handler of its route only', async () => {
    const trace = new Trace();
    const router = Router();
    const see = (req: any): unknown => ({ ...req.params });
    router.get(
      '/:id',
      trace.pass('change', (req) => {
        req.params.id = 'changed';
        req.params.more = 'added';
      }),
      trace.look('same route', see),
    );
    router.get('/:id', trace.look('next route', see));
    assert.equal(
      await trace.of(router, 'GET /7'),
      'change same route {"id":"changed","more":"added"} next route {"id":"7"} out',
    );
  });

  test('are objects of their own for every request', async () => {
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

  test('named like members of every object are ordinary', async () => {
    const params = await seen((router, see) => router.get('/:constructor/:toString', see), '/a/b');
    assert.equal(params.constructor, 'a');
    assert.equal(params.toString, 'b');
    assert.deepEqual(Object.keys(params), ['constructor', 'toString']);
  });

  test('called __proto__ never reach a prototype', async () => {
    const params = await seen((router, see) => router.get('/:__proto__/:id', see), '/a/b');
    assert.equal(params.id, 'b');
    assert.equal(({} as any).id, undefined);
    if (line === 5) assert.equal(Object.getOwnPropertyDescriptor(params, '__proto__')?.value, 'a');
  });

  if (line === 5) {
    test('of wildcards are arrays of decoded segments', async () => {
      const register = (router: any, see: any): void => router.get('/f/*rest', see);
      assert.deepEqual(entries(await seen(register, '/f/a')), { rest: ['a'] });
      assert.deepEqual(entries(await seen(register, '/f/a/b%2Fc/d%20e')), { rest: ['a', 'b/c', 'd e'] });
      assert.deepEqual(entries(await seen(register, '/f/a//b/')), { rest: ['a', '', 'b', ''] });
      assert.equal(await seen(register, '/f/'), undefined);
    });

    test('may have several wildcards, in the middle and in middleware', async () => {
      assert.deepEqual(entries(await seen((router, see) => router.get('/*a/x/*b', see), '/1/2/x/3/x/4')), {
        a: ['1', '2', 'x', '3'],
        b: ['4'],
      });
      assert.deepEqual(entries(await seen((router, see) => router.use('/*all', see), '/1/2')), {
        all: ['1', '2'],
      });
    });

    test('may have names in quotes and of any script', async () => {
      const params = await seen((router, see) => router.get('/:"a-b"/:größe', see), '/1/2');
      assert.deepEqual(entries(params), { 'a-b': '1', größe: '2' });
    });
  } else {
    test('of wildcards are numbered strings', async () => {
      assert.deepEqual(entries(await seen((router, see) => router.get('/f/*', see), '/f/a/b%2Fc')), {
        0: 'a/b/c',
      });
      assert.deepEqual(entries(await seen((router, see) => router.get('*', see), '/f')), { 0: '/f' });
      assert.deepEqual(entries(await seen((router, see) => router.get('/*/x/*', see), '/1/x/2')), {
        0: '1',
        1: '2',
      });
    });

    test('may be restricted by a pattern', async () => {
      const register = (router: any, see: any): void => router.get('/:id(\\d+)', see);
      assert.deepEqual(entries(await seen(register, '/12')), { id: '12' });
      assert.equal(await seen(register, '/ab'), undefined);
    });
  }

  test('reach the answer of an application', async () => {
    const app = createApp();
    app.get('/u/:id/:tab', (req: any, res: any) => res.json(req.params));
    assert.equal((await sendRequest(app, '/u/7%20/x')).body, '{"id":"7 ","tab":"x"}');
  });
});

routing('mergeParams', ({ Router }) => {
  const see = (req: any): unknown => ({ ...req.params });

  /** A router at a path, in a router, with what its one handler sees. */
  const nested = (at: any, path: any, options: any): { router: any; trace: Trace } => {
    const trace = new Trace();
    const router = Router();
    const inner = Router(options);
    inner.get(path, trace.look('inner', see));
    router.use(at, inner);
    return { router, trace };
  };

  test('is off: a router sees its own parameters', async () => {
    const { router, trace } = nested('/:a', '/:b', {});
    assert.equal(await trace.of(router, 'GET /1/2'), 'inner {"b":"2"} out');
  });

  test('puts the parent first and lets the router win', async () => {
    const { router, trace } = nested('/:a/:x', '/:b/:x', { mergeParams: true });
    assert.equal(await trace.of(router, 'GET /1/2/3/4'), 'inner {"a":"1","x":"4","b":"3"} out');
  });

  test('counts numbered parameters on', async () => {
    const { router, trace } = nested(/^\/(.)-(.)/, /^\/(.)-(.)$/, { mergeParams: true });
    assert.equal(await trace.of(router, 'GET /1-2/3-4'), 'inner {"0":"1","1":"2","2":"3","3":"4"} out');
  });

  test('lets numbered parameters stand beside named ones', async () => {
    const { router, trace } = nested('/:a', /^\/(.)$/, { mergeParams: true });
    assert.equal(await trace.of(router, 'GET /1/2'), 'inner {"0":"2","a":"1"} out');
  });

  test('makes a plain object', async () => {
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

  test('ends at a router in between that does not merge', async () => {
    const trace = new Trace();
    const routers = [Router(), Router(), Router({ mergeParams: true })];
    routers[2].get('/:c', trace.look('inner', see));
    routers[1].use('/:b', routers[2]);
    routers[0].use('/:a', routers[1]);
    assert.equal(await trace.of(routers[0], 'GET /1/2/3'), 'inner {"b":"2","c":"3"} out');
  });

  test('reaches through every level that merges', async () => {
    const trace = new Trace();
    const routers = [Router(), Router({ mergeParams: true }), Router({ mergeParams: true })];
    routers[2].use(trace.look('use', see));
    routers[2].get('/:c', trace.look('inner', see));
    routers[1].use('/:b', routers[2]);
    routers[0].use('/:a', routers[1]);
    assert.equal(
      await trace.of(routers[0], 'GET /1/2/3'),
      'use {"a":"1","b":"2"} inner {"a":"1","b":"2","c":"3"} out',
    );
  });

  test('takes what handlers in front of the mount have made of the parameters', async () => {
    const trace = new Trace();
    const router = Router();
    const inner = Router({ mergeParams: true });
    inner.get('/', trace.look('inner', see));
    router.param('a', (req: any, _res: any, next: any) => {
      req.params.a = { loaded: true };
      next();
    });
    router.use('/:a', inner);
    assert.equal(await trace.of(router, 'GET /1'), 'inner {"a":{"loaded":true}} out');
  });

  test('ignores parameters of the caller that are no object', async () => {
    const trace = new Trace();
    const router = Router({ mergeParams: true });
    router.get('/:b', trace.look('inner', see));
    for (const params of [undefined, null, 'text', 5]) {
      assert.equal(await trace.of(router, { method: 'GET', url: '/2', params }), 'inner {"b":"2"} out');
    }
    assert.equal(
      await trace.of(router, { method: 'GET', url: '/2', params: { a: '1' } }),
      'inner {"a":"1","b":"2"} out',
    );
  });

  test('may be switched on a router that exists', async () => {
    const { router, trace } = nested('/:a', '/:b', {});
    const stack = router.stack;
    stack[0].handle.mergeParams = true;
    assert.equal(await trace.of(router, 'GET /1/2'), 'inner {"a":"1","b":"2"} out');
    stack[0].handle.mergeParams = false;
    assert.equal(await trace.of(router, 'GET /1/2'), 'inner {"b":"2"} out');
  });
});
