/** Layers that users have read from the stack and can change at any time. */
import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { routing, Trace, visit } from '../support/routing.js';

const MANY = 1000;
/** The maximum number of escaped layers that are checked per request, besides those in its dispatch list. */
const BOUND = 16;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const matchAll = function (this: any, path: string): boolean {
  this.params = {};
  this.path = path;
  return true;
};

routing('escaped layers', ({ Router }) => {
  /** A first route that does not match yet, and a thousand others. */
  const build = (trace: Trace): any => {
    const router = Router();
    router.get('/never', trace.pass('never'));
    for (let i = 0; i < MANY; i++) router.get(`/r${i}`, trace.pass(`r${i}`));
    return router;
  };

  test('changed immediately after they are read affect the next request, however many there are', async () => {
    const trace = new Trace();
    const router = build(trace);
    assert.equal(await trace.of(router, 'GET /r7'), 'r7 out');
    const layers = [...router.stack];
    for (let i = 0; i < 3; i++) assert.equal(await trace.of(router, 'GET /r7'), 'r7 out');
    for (const layer of router.stack) if (layer === layers[0]) layer.match = matchAll;
    assert.equal(await trace.of(router, 'GET /r7'), 'never r7 out');
  });

  test('read and changed by a handler affect the same request, however many there are', async () => {
    const trace = new Trace();
    const router = Router();
    let change = false;
    router.use((_req: any, _res: any, next: any) => {
      if (change) router.stack[1].match = matchAll;
      next();
    });
    router.get('/never', trace.pass('never'));
    for (let i = 0; i < MANY; i++) router.get(`/r${i}`, trace.pass(`r${i}`));
    assert.equal([...router.stack].length, MANY + 2);
    assert.equal(await trace.of(router, 'GET /r7'), 'r7 out');
    change = true;
    assert.equal(await trace.of(router, 'GET /r7'), 'never r7 out');
  });

  test('changed later affect the next request that runs them, however many there are', async () => {
    const trace = new Trace();
    const router = build(trace);
    const layers = [...router.stack];
    for (let i = 0; i < 3; i++) assert.equal(await trace.of(router, 'GET /r7'), 'r7 out');
    layers[8].match = () => false;
    assert.equal(await trace.of(router, 'GET /r7'), 'out');
    layers[MANY].match = () => false;
    assert.equal(await trace.of(router, `GET /r${MANY - 1}`), 'out');
  });

  for (const mounted of [false, true]) {
    test(`removed from the stack are not retained${mounted ? ', in a mounted router' : ''}`, async () => {
      const trace = new Trace();
      const router = Router();
      const root = mounted ? Router().use(router) : router;
      router.get('/stays', trace.pass('stays'));
      const removed: WeakRef<object>[] = [];
      for (let i = 0; i < MANY; i++) {
        router.get('/comes', trace.pass('comes'));
        removed.push(new WeakRef(router.stack[1]));
        await trace.of(root, 'GET /stays');
        router.stack.pop();
      }
      await new Promise(setImmediate);
      collect();
      assert.ok(removed.filter((layer) => layer.deref() !== undefined).length < MANY / 10);
      assert.equal(await trace.of(root, 'GET /comes'), 'out');
    });
  }
});

routing(
  'escaped layers in a program',
  ({ Router, Layer, line }) => {
    const build = (): any => {
      const router = Router();
      for (let i = 0; i < MANY; i++) router.get(`/r${i}/:id`, (_req: any, res: any) => res.end());
      router.compile();
      return router;
    };

    /** Counts how often requests check one of the layers. */
    const countChecks = (layers: readonly any[]): (() => number) => {
      let checks = 0;
      for (const layer of layers) {
        const { route } = layer;
        const get = (): unknown => {
          checks++;
          return route;
        };
        Object.defineProperty(layer, 'route', { configurable: true, get });
      }
      return () => {
        const seen = checks;
        checks = 0;
        return seen;
      };
    };

    /** The number of checks of each of ten requests, after the first checks of new layers. */
    const checksOfRequests = async (router: any, layers: readonly any[]): Promise<number[]> => {
      const takeChecks = countChecks(layers);
      await visit(router, 'GET /r7/x');
      router.compile();
      await visit(router, 'GET /r7/x');
      const seen: number[] = [];
      for (let i = 0; i < 10; i++) {
        takeChecks();
        await visit(router, 'GET /r7/x');
        seen.push(takeChecks());
      }
      return seen;
    };

    test('are checked up to a limit per request', async () => {
      const router = build();
      for (const seen of await checksOfRequests(router, [...router.stack]))
        assert.ok(seen >= BOUND && seen < BOUND + 10, `${seen} checks`);
    });

    test('are checked up to a limit per request if all have escaped through a patched method of Layer.prototype', async () => {
      const name = line === 5 ? 'handleRequest' : 'handle_request';
      const original = Layer.prototype[name];
      Layer.prototype[name] = function (...args: unknown[]): unknown {
        return original.apply(this, args);
      };
      try {
        const router = build();
        await visit(router, 'GET /r7/x');
        for (const seen of await checksOfRequests(router, [...router.stack]))
          assert.ok(seen >= BOUND && seen < BOUND + 10, `${seen} checks`);
      } finally {
        Layer.prototype[name] = original;
      }
    });

    test('that match more after a change are noticed within a few requests', async () => {
      const router = build();
      const layers = [...router.stack];
      for (let i = 0; i < 3; i++) await visit(router, 'GET /r7/x');
      layers[3].match = matchAll;
      layers[3].handle = (_req: any, res: any) => res.end('changed');
      const bodies = new Set<string | null>();
      for (let i = 0; i < Math.ceil(MANY / BOUND); i++) {
        const { body } = await visit(router, 'GET /r7/x');
        bodies.add(body);
      }
      assert.equal((await visit(router, 'GET /r7/x')).body, 'changed');
      assert.ok(bodies.size <= 2);
    });

    test('include layers that subscribers of the tracing channel receive', async () => {
      const router = build();
      let kept: any;
      const keep = ({ layer }: any): void => {
        if (layer.route) kept = layer;
      };
      subscribe('tracing:maglev:layer:start', keep);
      await visit(router, 'GET /r3/x');
      unsubscribe('tracing:maglev:layer:start', keep);
      kept.match = matchAll;
      kept.handle = (_req: any, res: any) => res.end('changed');
      assert.equal((await visit(router, 'GET /r7/x')).body, 'changed');
    });

    test('are matched by the program while they are unchanged', async () => {
      const router = build();
      const layer = [...router.stack][7];
      await visit(router, 'GET /r7/x');
      // The program keeps the keys; `match` of 5.x creates them again.
      const { keys } = layer;
      await visit(router, 'GET /r7/x');
      assert.equal(layer.keys, keys);
    });
  },
  { only: 'maglev', engines: ['tree', 'trie'] },
);
