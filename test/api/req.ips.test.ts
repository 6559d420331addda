import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect, suite } from '../support/api.js';

suite('req.ips', (framework) => {
  const ips = (req: any) => req.ips;
  const headers = { 'X-Forwarded-For': 'client, proxy1, proxy2' };

  test('is empty if no proxy is trusted, or if there is no proxy', async () => {
    assert.deepEqual(await inspect(framework, ips, { headers }), []);
    assert.deepEqual(await inspect(framework, ips, {}, (app) => app.enable('trust proxy')), []);
  });

  test('lists the trusted addresses, starting with the client', async () => {
    const all = await inspect(framework, ips, { headers }, (app) => app.enable('trust proxy'));
    assert.deepEqual(all, ['client', 'proxy1', 'proxy2']);
    const two = await inspect(framework, ips, { headers }, (app) => app.set('trust proxy', 2));
    assert.deepEqual(two, ['proxy1', 'proxy2']);
  });

  test('joins several headers', async () => {
    const twice = { 'X-Forwarded-For': ['a', 'b'] };
    assert.deepEqual(await inspect(framework, ips, { headers: twice }, (app) => app.enable('trust proxy')), [
      'a',
      'b',
    ]);
  });
});
