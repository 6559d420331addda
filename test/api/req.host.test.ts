import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect, suite } from '../support/api.js';

suite('req.host', (framework) => {
  const host = (req: any) => req.host;
  const trusting = (app: any) => app.enable('trust proxy');

  test('keeps the port', async () => {
    assert.equal(
      await inspect(framework, host, { headers: { Host: 'example.com:3000' } }),
      'example.com:3000',
    );
    assert.equal(await inspect(framework, host, { headers: { Host: '[::1]:3000' } }), '[::1]:3000');
  });

  test('is undefined when the header is empty', async () => {
    assert.equal(await inspect(framework, (req) => req.host === undefined, { headers: { Host: '' } }), true);
  });

  test('uses the first X-Forwarded-Host of a trusted proxy', async () => {
    const headers = { Host: 'inner', 'X-Forwarded-Host': 'outer.example.com:8080 , other' };
    assert.equal(await inspect(framework, host, { headers }), 'inner');
    assert.equal(await inspect(framework, host, { headers }, trusting), 'outer.example.com:8080');
  });
});
