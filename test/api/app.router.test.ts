import assert from 'node:assert/strict';
import { test } from 'node:test';
import { suite } from '../support/api.js';

suite('app.router', (framework) => {
  test('is made when first needed, and stays', () => {
    const app = framework();
    const { get, set, enumerable } = Object.getOwnPropertyDescriptor(app, 'router')!;
    assert.deepEqual([typeof get, set, enumerable], ['function', undefined, true]);
    assert.equal(app.router, app.router);
    assert.equal(app.router.stack.length, 0);
  });

  test('shows layers as they are registered', () => {
    const app = framework();
    app.use(function first() {});
    app.get('/x', function second() {});
    app.use('/r', framework.Router());
    assert.deepEqual(
      app.router.stack.map((layer: any) => layer.name),
      ['first', 'handle', 'router'],
    );
    assert.equal(app.router.stack[1].route.path, '/x');
  });
});
