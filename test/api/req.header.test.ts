import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect, suite } from '../support/api.js';

suite('req.header', (framework) => {
  test('is an alias of req.get', async () => {
    assert.equal(framework.request.header, framework.request.get);
    const seen = await inspect(framework, (req) => req.header('X-A'), { headers: { 'x-a': '1' } });
    assert.equal(seen, '1');
  });
});
