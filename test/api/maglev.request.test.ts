import assert from 'node:assert/strict';
import http from 'node:http';
import { test } from 'node:test';
import { inspect, suite } from '../support/api.js';

suite('maglev.request', (framework) => {
  test('is what all requests inherit from, and itself from those of Node', async () => {
    assert.equal(Object.getPrototypeOf(framework.request), http.IncomingMessage.prototype);
    framework.request.custom = () => 'custom';
    try {
      assert.equal(await inspect(framework, (req) => req.custom()), 'custom');
      assert.equal(await inspect(framework, (req) => req instanceof http.IncomingMessage), true);
    } finally {
      delete framework.request.custom;
    }
  });
});
