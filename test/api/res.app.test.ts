import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect, suite } from '../support/api.js';

suite('res.app', (framework) => {
  test('is the application, as req.app', async () => {
    assert.equal(
      await inspect(framework, (req, res) => res.app === req.app && typeof res.app === 'function'),
      true,
    );
  });
});
