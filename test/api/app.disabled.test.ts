import assert from 'node:assert/strict';
import { test } from 'node:test';
import { suite } from '../support/api.js';

suite('app.disabled', (framework) => {
  test('returns the opposite of app.enabled', () => {
    const app = framework();
    assert.equal(app.disabled('x'), true);
    assert.equal(app.set('x', 'yes').disabled('x'), false);
  });
});
