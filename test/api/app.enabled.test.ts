import assert from 'node:assert/strict';
import { test } from 'node:test';
import { suite } from '../support/api.js';

suite('app.enabled', (framework) => {
  test('returns whether a setting is truthy, as a boolean', () => {
    const app = framework();
    assert.equal(app.enabled('x'), false);
    assert.equal(app.set('x', 'yes').enabled('x'), true);
    assert.equal(app.set('x', 0).enabled('x'), false);
  });
});
