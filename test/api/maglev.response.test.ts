import assert from 'node:assert/strict';
import http from 'node:http';
import { test } from 'node:test';
import { inspect, suite } from '../support/api.js';

suite('maglev.response', (framework) => {
  test('is what all responses inherit from, and itself from those of Node', async () => {
    assert.equal(Object.getPrototypeOf(framework.response), http.ServerResponse.prototype);
    framework.response.custom = () => 'custom';
    try {
      assert.equal(await inspect(framework, (_req, res) => res.custom()), 'custom');
      assert.equal(await inspect(framework, (_req, res) => res instanceof http.ServerResponse), true);
    } finally {
      delete framework.response.custom;
    }
  });
});
