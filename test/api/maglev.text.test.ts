import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect, suite } from '../support/api.js';

suite(
  'maglev.text',
  (framework) => {
    test('sets req.body to a string', async () => {
      const request = { method: 'POST', headers: { 'Content-Type': 'text/plain' }, body: 'grüße' };
      assert.equal(
        await inspect(
          framework,
          (req) => req.body,
          request,
          (app) => app.use(framework.text()),
        ),
        'grüße',
      );
    });
  },
  [5, 4],
);
