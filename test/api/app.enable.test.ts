import assert from 'node:assert/strict';
import { test } from 'node:test';
import { suite } from '../support/api.js';

suite('app.enable', (framework) => {
  test('sets a setting to true', () => {
    const app = framework();
    assert.equal(app.enable('x'), app);
    assert.equal(app.get('x'), true);
  });
});
