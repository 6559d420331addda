import assert from 'node:assert/strict';
import { test } from 'node:test';
import { suite } from '../support/api.js';

suite('app.path', (framework) => {
  test('returns the full path of all mounts', () => {
    const app = framework();
    const blog = framework();
    const admin = framework();
    app.use('/blog', blog);
    blog.use('/admin', admin);
    assert.deepEqual([app.path(), blog.path(), admin.path()], ['', '/blog', '/blog/admin']);
  });
});
