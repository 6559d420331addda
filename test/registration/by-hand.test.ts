import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import test from 'node:test';
import { routing, Trace, visit } from '../support/routing.js';

const require = createRequire(import.meta.url);
const real: Record<4 | 5, any> = { 4: require('express4'), 5: require('express5') };

/** Everything that routing reads is public, so users can change it at any time. */
routing(
  'layers and routes changed by users',
  ({ Router, Layer, Route, line }) => {
    const requestName = line === 5 ? 'handleRequest' : 'handle_request';

    test('a handler that reads the stack for the first time sees the path that its layer matched', async () => {
      const router = Router();
      let path: unknown;
      router.get('/x', (_req: any, _res: any, next: any) => {
        path = router.stack[0].path;
        next();
      });
      await visit(router, 'GET /x');
      assert.equal(path, '/x');
    });

    test("a user's own layer needs only the public members of Express", async () => {
      const trace = new Trace();
      const router = Router();
      router.stack.push({
        keys: [],
        params: {},
        path: '',
        match: () => true,
        [requestName](_req: any, _res: any, next: any) {
          trace.steps.push('own');
          next();
        },
      });
      assert.equal(await trace.of(router, 'GET /x'), 'own out');
    });

    test('copies of layers and routes behave as the originals', async () => {
      const trace = new Trace();
      const original = Router();
      original.get('/x', trace.pass('get'));
      const [layer] = original.stack;
      const copies = {
        clone: clone(layer),
        proxy: new Proxy(layer, {}),
        derived: Object.create(layer),
        inner: Object.assign(clone(layer), { route: cloneOfRoute(layer.route) }),
      };
      for (const [name, copy] of Object.entries(copies)) {
        const router = Router();
        router.stack.push(copy);
        for (let i = 0; i < 20; i++) assert.equal(await trace.of(router, 'GET /x'), 'get out', name);
      }
    });

    test('an object that inherits from a route accepts handlers', async () => {
      const trace = new Trace();
      const router = Router();
      new Proxy(router.route('/x'), {}).get(trace.pass('get'));
      assert.equal(await trace.of(router, 'GET /x'), 'get out');
      const bare = Object.assign(Object.create(Route.prototype), { stack: [], methods: {} });
      assert.equal(bare.get(trace.pass('get')), bare);
      assert.equal(bare.stack.length, 1);
    });

    test('a method of layers can be called on another object', () => {
      const calls: unknown[] = [];
      Layer.prototype[requestName].call({ handle: () => calls.push('handled') }, {}, {}, () => {});
      assert.deepEqual(calls, ['handled']);
    });

    test('a layer without keys has no parameters', async () => {
      const trace = new Trace();
      const router = Router();
      router.use('/', trace.pass('used'));
      // 4.x reads the keys of a layer, 5.x does not.
      if (line === 5) router.stack[0].keys = undefined;
      router.stack[0].match = function match(this: any) {
        this.params = {};
        this.path = '';
        return true;
      };
      assert.equal(await trace.of(router, 'GET /x'), 'used out');
    });

    test('an object that inherits from a router runs, and can have its own stack', async () => {
      const trace = new Trace();
      const router = Router();
      router.get('/x', trace.pass('get'));
      const derived = Object.create(router);
      assert.equal(derived.stack.length, 1);
      derived.stack = [];
      assert.equal(derived.stack.length, 0);
      assert.equal(router.stack.length, 1);
    });

    test('layers and routes of Express run in the stack', async () => {
      const trace = new Trace();
      const router = Router();
      const other = real[line].Router();
      other.get('/x', trace.pass('get'));
      router.stack.push(...other.stack);
      assert.equal(await trace.of(router, 'GET /x'), 'get out');
      assert.equal(await trace.of(router, 'POST /x'), 'out');
    });

    test('a replaced match of one layer is used', async () => {
      const trace = new Trace();
      const router = Router();
      router.get('/x', trace.pass('get'));
      assert.equal(await trace.of(router, 'GET /x'), 'get out');
      router.stack[0].match = () => false;
      assert.equal(await trace.of(router, 'GET /x'), 'out');
    });

    test('the matchers of a layer can be replaced, before and after the first request', async () => {
      const trace = new Trace();
      const router = Router();
      router.get('/x', trace.pass('get'));
      const matchOnly = (wanted: string): void => {
        const [layer] = router.stack;
        if (line === 5) layer.matchers = [(path: string) => (path === wanted ? { path, params: {} } : false)];
        else layer.regexp = new RegExp(`^${wanted}$`);
      };
      matchOnly('/y');
      assert.equal(await trace.of(router, 'GET /y'), 'get out');
      assert.equal(await trace.of(router, 'GET /x'), 'out');
      matchOnly('/z');
      assert.equal(await trace.of(router, 'GET /z'), 'get out');
      assert.equal(await trace.of(router, 'GET /y'), 'out');
    });

    test('a change is noticed even if the table is read in between', async () => {
      const trace = new Trace();
      const router = Router();
      router.get('/x', trace.pass('get'));
      assert.equal(await trace.of(router, 'GET /x'), 'get out');
      router.stack[0].match = () => false;
      router.explain?.('/x');
      router.routes?.();
      assert.equal(await trace.of(router, 'GET /x'), 'out');
    });

    test('the methods of a route that has handled a request can be changed', async () => {
      const trace = new Trace();
      const router = Router();
      const route = router.route('/x').get(trace.pass('get'));
      router.post('/else', trace.pass('no'));
      assert.equal(await trace.of(router, 'POST /x'), 'out');
      route.methods.post = true;
      route.stack[0].method = 'post';
      assert.equal(await trace.of(router, 'POST /x'), 'get out');
    });

    test('a replaced method check of a route is used', async () => {
      const trace = new Trace();
      const router = Router();
      const route = router.route('/x').get(trace.pass('get'));
      route[line === 5 ? '_handlesMethod' : '_handles_method'] = () => false;
      assert.equal(await trace.of(router, 'GET /x'), 'out');
    });

    test('members have the same names and lengths as in Express', () => {
      const routers = line === 5 ? [Router.prototype, real[5].Router.prototype] : [Router, real[4].Router];
      const layers = [Layer.prototype, Object.getPrototypeOf(real[line].Router().use(() => {}).stack[0])];
      for (const [ours, theirs] of [routers, [Route.prototype, real[line].Route.prototype], layers]) {
        for (const name of Object.keys(theirs)) {
          if (typeof theirs[name] !== 'function') continue;
          assert.deepEqual(
            [name, ours[name]?.name, ours[name]?.length],
            [name, theirs[name].name, theirs[name].length],
          );
        }
      }
    });

    test('a router has its keys in the same order as in Express', () => {
      assert.deepEqual(Object.keys(Router()), Object.keys(real[line].Router()));
    });
  },
  { engines: ['trie', 'scan'] },
);

function clone<T extends object>(value: T): T {
  return Object.assign(Object.create(Object.getPrototypeOf(value)), value);
}

function cloneOfRoute(route: any): any {
  return Object.assign(clone(route), { stack: route.stack.map(clone) });
}
