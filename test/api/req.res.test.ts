import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect, suite } from '../support/api.js';

suite('req.res', (framework) => {
  test('is the response, and res.req the request', async () => {
    assert.deepEqual(await inspect(framework, (req, res) => [req.res === res, res.req === req]), [
      true,
      true,
    ]);
  });
});
