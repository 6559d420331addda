// What Express hands out as plain objects can be cloned, serialised, compared and printed as with Express.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect, isDeepStrictEqual, types } from 'node:util';
import { deserialize, serialize } from 'node:v8';
import { sendRequest, suite } from '../support/api.js';

suite(
  'cloning',
  (framework, line) => {
    const results = (methods: any) => [
      structuredClone(methods),
      deserialize(serialize(methods)),
      JSON.stringify(methods),
      { ...methods },
      inspect(methods, { showProxy: true, showHidden: true }),
      types.isProxy(methods),
      Object.getOwnPropertyNames(methods),
      isDeepStrictEqual(methods, Object.setPrototypeOf({ get: true }, Object.getPrototypeOf(methods))),
    ];
    const prefix = line === 5 ? '[Object: null prototype] ' : '';
    const expected = [
      { get: true },
      { get: true },
      '{"get":true}',
      { get: true },
      `${prefix}{ get: true }`,
      false,
      ['get'],
      true,
    ];

    test('the methods of req.route', async () => {
      const app = framework();
      const seen: unknown[] = [];
      app.get('/', (req: any, res: any) => {
        seen.push(results(req.route.methods));
        res.end();
      });
      // After some requests the routes are compiled.
      for (let i = 0; i < 20; i++) await sendRequest(app, '/');
      assert.deepEqual(
        seen,
        Array.from({ length: 20 }, () => expected),
      );
    });

    test('the methods of the routes of a stack', async () => {
      const router = framework.Router();
      router.get('/', (_req: any, res: any) => res.end());
      assert.deepEqual(results(router.stack[0].route.methods), expected);
      const app = framework().use(router);
      for (let i = 0; i < 20; i++) await sendRequest(app, '/');
      assert.deepEqual(results(router.stack[0].route.methods), expected);
      assert.deepEqual(results(router.route('/a').get(() => {}).methods), expected);
    });

    test('settings', () => {
      const app = framework();
      const parent = framework().use(app);
      for (const { settings } of [app, parent]) {
        const plain = Object.fromEntries(
          Object.entries(settings).filter(([, value]) => typeof value !== 'function'),
        );
        delete (plain as any).view;
        assert.deepEqual(structuredClone(plain), plain);
        assert.equal(types.isProxy(settings), false);
        assert.equal(
          types.isProxy(app.locals) || types.isProxy(app.engines) || types.isProxy(app.cache),
          false,
        );
      }
    });

    test('stacks are printed and compared', () => {
      const router = framework.Router();
      const custom = Symbol.for('nodejs.util.inspect.custom');
      for (const showHidden of [false, true])
        assert.equal(inspect(router.stack, { showHidden }), inspect([], { showHidden }));
      assert.match(inspect(router), /stack: \[\]/);
      assert.deepEqual(
        [Reflect.ownKeys(router.stack), router.stack[custom], custom in router.stack, { ...router.stack }],
        [['length'], undefined, false, {}],
      );
      assert.deepStrictEqual(router.stack, []);
      router.get('/', () => {});
      assert.ok(isDeepStrictEqual(router.stack, router.stack.slice()));
      assert.ok(isDeepStrictEqual([...router.stack], router.stack));
      assert.doesNotMatch(inspect(router), /Proxy/);
      assert.throws(() => structuredClone(router.stack), { name: 'DataCloneError' });
    });

    test('stacks can be frozen, and printed in another way', () => {
      const custom = Symbol.for('nodejs.util.inspect.custom');
      const router = framework.Router();
      router.stack[custom] = () => 'a stack';
      assert.equal(inspect(router.stack), 'a stack');
      assert.deepEqual(Reflect.ownKeys(router.stack), ['length', custom]);
      const frozen = framework.Router().use(() => {});
      Object.freeze(frozen.stack);
      assert.ok(Object.isFrozen(frozen.stack));
      assert.deepEqual(Reflect.ownKeys(frozen.stack), ['0', 'length']);
      assert.throws(() => frozen.use(() => {}), TypeError);
    });
  },
  [5, 4],
);
