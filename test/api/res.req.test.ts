import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect, suite } from '../support/api.js';

suite('res.req', (framework) => {
  test('is the request', async () => {
    assert.equal(await inspect(framework, (req, res) => res.req === req), true);
  });
});
