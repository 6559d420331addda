import assert from 'node:assert/strict';
import { test } from 'node:test';
import { suite } from '../support/api.js';

suite('app.disable', (framework) => {
  test('sets a setting to false', () => {
    const app = framework();
    assert.equal(app.disable('x'), app);
    assert.equal(app.get('x'), false);
  });
});
