import assert from 'node:assert/strict';
import { test } from 'node:test';
import { suite } from '../support/api.js';

suite('maglev.application', (framework) => {
  test('provides the members of new applications', () => {
    framework.application.custom = () => 'custom';
    try {
      assert.equal(framework().custom(), 'custom');
    } finally {
      delete framework.application.custom;
    }
    assert.equal(framework().custom, undefined);
  });
});
