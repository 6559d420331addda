import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect, suite } from '../support/api.js';

suite('req.stale', (framework) => {
  test('is the opposite of req.fresh', async () => {
    const look = (req: any, res: any) => {
      res.setHeader('ETag', '"a"');
      return [req.fresh, req.stale];
    };
    assert.deepEqual(await inspect(framework, look), [false, true]);
    assert.deepEqual(await inspect(framework, look, { headers: { 'If-None-Match': '"a"' } }), [true, false]);
  });
});
