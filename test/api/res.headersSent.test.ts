import assert from 'node:assert/strict';
import { test } from 'node:test';
import { responseOf, suite } from '../support/api.js';

suite('res.headersSent', (framework) => {
  test('is true once the headers have been sent', async () => {
    const seen: boolean[] = [];
    await responseOf(framework, (_req, res) => {
      seen.push(res.headersSent);
      res.send('x');
      seen.push(res.headersSent);
    });
    assert.deepEqual(seen, [false, true]);
  });
});
