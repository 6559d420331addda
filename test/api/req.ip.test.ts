import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect, suite } from '../support/api.js';

suite('req.ip', (framework) => {
  const ip = (req: any) => req.ip;
  const headers = { 'X-Forwarded-For': '203.0.113.7, 10.0.0.2' };

  test('is the address of the socket if no proxy is trusted', async () => {
    assert.equal(await inspect(framework, ip, { headers }), '127.0.0.1');
  });

  test('is the first address before the trusted proxies', async () => {
    assert.equal(
      await inspect(framework, ip, { headers }, (app) => app.enable('trust proxy')),
      '203.0.113.7',
    );
    assert.equal(await inspect(framework, ip, { headers }, (app) => app.set('trust proxy', 1)), '10.0.0.2');
    assert.equal(
      await inspect(framework, ip, { headers }, (app) => app.set('trust proxy', 'loopback')),
      '10.0.0.2',
    );
    const both = (app: any) => app.set('trust proxy', 'loopback, 10.0.0.0/8');
    assert.equal(await inspect(framework, ip, { headers }, both), '203.0.113.7');
    const chosen = (app: any) => app.set('trust proxy', (address: string) => address !== '203.0.113.7');
    assert.equal(await inspect(framework, ip, { headers }, chosen), '203.0.113.7');
  });
});
