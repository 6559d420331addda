import assert from 'node:assert/strict';
import { test } from 'node:test';
import { suite } from '../support/api.js';

suite('app.parent', (framework) => {
  test('is the application that mounts this one', () => {
    const app = framework();
    const sub = framework();
    assert.equal(sub.parent, undefined);
    app.use('/x', sub);
    assert.equal(sub.parent, app);
  });
});
