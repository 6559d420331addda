import assert from 'node:assert/strict';
import { test } from 'node:test';
import { responseOf, suite } from '../support/api.js';

suite('res.header', (framework) => {
  test('is an alias of res.set', async () => {
    assert.equal(framework.response.header, framework.response.set);
    assert.equal((await responseOf(framework, (_req, res) => res.header('X-A', '1').end())).get('X-A'), '1');
  });
});
