import assert from 'node:assert/strict';
import { test } from 'node:test';
import { suite } from '../support/api.js';

suite('maglev.application', (framework) => {
  test('is where new applications take their members from', () => {
    framework.application.custom = () => 'custom';
    try {
      assert.equal(framework().custom(), 'custom');
    } finally {
      delete framework.application.custom;
    }
    assert.equal(framework().custom, undefined);
  });
});
