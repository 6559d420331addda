import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect, suite } from '../support/api.js';

suite('req.secure', (framework) => {
  test('is true for https only', async () => {
    const headers = { 'X-Forwarded-Proto': 'https' };
    const trusting = (app: any) => app.enable('trust proxy');
    assert.equal(await inspect(framework, (req) => req.secure), false);
    assert.equal(await inspect(framework, (req) => req.secure, { headers }), false);
    assert.equal(await inspect(framework, (req) => req.secure, { headers }, trusting), true);
    assert.equal(
      await inspect(
        framework,
        (req) => req.secure,
        { headers: { 'X-Forwarded-Proto': 'http, https' } },
        trusting,
      ),
      false,
    );
  });
});
