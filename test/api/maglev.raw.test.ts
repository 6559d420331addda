import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect, suite } from '../support/api.js';

suite(
  'maglev.raw',
  (framework) => {
    test('sets req.body to a buffer', async () => {
      const look = (req: any) => Buffer.isBuffer(req.body) && req.body.toString();
      const request = {
        method: 'POST',
        headers: { 'Content-Type': 'application/octet-stream' },
        body: 'bytes',
      };
      assert.equal(await inspect(framework, look, request, (app) => app.use(framework.raw())), 'bytes');
    });
  },
  [5, 4],
);
