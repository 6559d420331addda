import assert from 'node:assert/strict';
import { test } from 'node:test';
import { suite } from '../support/api.js';

suite('maglev.Route', (framework, line) => {
  test('is the class of routes', () => {
    if (line === 3) {
      const callbacks = [() => {}];
      const alone = new framework.Route('get', '/users/:id?', callbacks, { strict: true });
      assert.deepEqual(Object.keys(alone), ['path', 'method', 'callbacks', 'keys', 'regexp']);
      assert.deepEqual([alone.method, alone.callbacks], ['get', callbacks]);
      assert.deepEqual(alone.keys, [{ name: 'id', optional: true }]);
      assert.equal(String(alone.regexp), String.raw`/^\/users(?:\/([^\/]+?))?$/i`);
      assert.deepEqual([alone.match('/users/7'), alone.params.id], [true, '7']);
      assert.equal(alone.match('/users/7/'), false);
      assert.equal(framework().get('/y', () => {}).routes.get[0] instanceof framework.Route, true);
      return;
    }
    const route = new framework.Route('/x');
    assert.equal(route.path, '/x');
    assert.equal(framework().route('/y') instanceof framework.Route, true);
  });
});
