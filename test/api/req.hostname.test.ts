import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeRequest, inspect, suite } from '../support/api.js';

suite(
  'req.hostname',
  (framework, line, version) => {
    const hostname = (req: any) => req.hostname;
    const of = (Host: string) => inspect(framework, hostname, { headers: { Host } });

    test('omits the port', async () => {
      assert.equal(await of('example.com:3000'), 'example.com');
      assert.equal(await of('example.com'), 'example.com');
    });

    test('keeps IPv6 literals intact', async () => {
      assert.equal(await of('[::1]'), '[::1]');
      assert.equal(await of('[2001:db8::1]:3000'), '[2001:db8::1]');
    });

    test('is undefined without a host', { skip: version === 2 && 'invalid in HTTP/2' }, async () => {
      assert.equal(
        await inspect(framework, (req) => req.hostname === undefined, { headers: { Host: '' } }),
        true,
      );
    });

    test('uses X-Forwarded-Host of a trusted proxy', async () => {
      const headers = { Host: 'inner', 'X-Forwarded-Host': ['a.example.com:80', 'b.example.com'] };
      assert.equal(await inspect(framework, hostname, { headers }), 'inner');
      assert.equal(
        await inspect(framework, hostname, { headers }, (app) => app.set('trust proxy', 1)),
        'a.example.com',
      );
      const distrusting = (app: any) => app.set('trust proxy', () => false);
      assert.equal(await inspect(framework, hostname, { headers }, distrusting), 'inner');
    });

    test('works on requests that no server has created', () => {
      const app = framework();
      app.set('trust proxy', '10.0.0.1');
      const headers = { host: 'inner', 'x-forwarded-host': 'outer' };
      assert.equal(fakeRequest(app, line, { remoteAddress: '10.0.0.1' }, headers).hostname, 'outer');
      assert.equal(fakeRequest(app, line, { remoteAddress: '10.0.0.2' }, headers).hostname, 'inner');
    });
  },
  [5, 4],
);
