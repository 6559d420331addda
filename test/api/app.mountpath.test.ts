import assert from 'node:assert/strict';
import { test } from 'node:test';
import { suite } from '../support/api.js';

suite(
  'app.mountpath',
  (framework) => {
    test('is the path pattern, or the patterns, of the mount', () => {
      const app = framework();
      const one = framework();
      const many = framework();
      const bare = framework();
      app.use('/blog/:id', one);
      app.use(['/a', '/b'], many);
      app.use(bare);
      assert.equal(app.mountpath, '/');
      assert.equal(one.mountpath, '/blog/:id');
      assert.deepEqual(many.mountpath, ['/a', '/b']);
      assert.equal(bare.mountpath, '/');
    });
  },
  [5, 4],
);
