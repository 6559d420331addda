import assert from 'node:assert/strict';
import { test } from 'node:test';
import { by, stackOf, suite } from '../support/api.js';

suite('app.router', (framework, line) => {
  if (line === 5)
    test('is made when first needed, and stays', () => {
      const app = framework();
      const { get, set, enumerable } = Object.getOwnPropertyDescriptor(app, 'router')!;
      assert.deepEqual([typeof get, set, enumerable], ['function', undefined, true]);
      assert.equal(app.router, app.router);
      assert.equal(app.router.stack.length, 0);
    });

  if (line === 4)
    test('throws; the router is in _router, and begins with two layers', () => {
      const app = framework();
      assert.throws(() => app.router, {
        name: 'Error',
        message: /^'app.router' is deprecated!\nPlease see the 3/,
      });
      assert.equal(app._router, undefined);
      app.lazyrouter();
      assert.deepEqual(
        app._router.stack.map((layer: any) => layer.name),
        ['query', 'expressInit'],
      );
    });

  test('shows layers as they are registered', () => {
    const app = framework();
    app.use(function first() {});
    app.get('/x', function second() {});
    app.use('/r', framework.Router());
    assert.deepEqual(
      stackOf(app).map((layer: any) => layer.name),
      ['first', by(line, { 5: 'handle', 4: 'bound dispatch' }), 'router'],
    );
    assert.equal(stackOf(app)[1].route.path, '/x');
  });
});
