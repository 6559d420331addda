import assert from 'node:assert/strict';
import { test } from 'node:test';
import { by, fakeRequest, inspect, suite } from '../support/api.js';

suite('req.host', (framework, line, version) => {
  const host = (req: any) => req.host;
  const trusting = (app: any) => app.enable('trust proxy');

  test('includes the port, except in 4.x', async () => {
    assert.equal(
      await inspect(framework, host, { headers: { Host: 'example.com:3000' } }),
      by(line, { 5: 'example.com:3000', 4: 'example.com' }),
    );
    assert.equal(
      await inspect(framework, host, { headers: { Host: '[::1]:3000' } }),
      by(line, { 5: '[::1]:3000', 4: '[::1]' }),
    );
  });

  test('is undefined if the header is empty', { skip: version === 2 && 'invalid in HTTP/2' }, async () => {
    assert.equal(await inspect(framework, (req) => req.host === undefined, { headers: { Host: '' } }), true);
  });

  test('reads the trust proxy setting, also without forwarded headers', () => {
    const settings: string[] = [];
    const app = { get: (setting: string) => void settings.push(setting) };
    const headers = { host: 'example.com' };
    const req = Object.assign(Object.create(framework.request), { app, headers });
    assert.equal(req.host, 'example.com');
    assert.deepEqual(settings, ['trust proxy fn']);
    if (line !== 3) assert.equal(req.hostname, 'example.com');
    const alone = Object.assign(Object.create(framework.request), { headers });
    const expected = { name: 'TypeError', message: /reading 'get'/ };
    assert.throws(() => alone.host, expected);
    if (line !== 3) assert.throws(() => alone.hostname, expected);
  });

  test('uses the first X-Forwarded-Host of a trusted proxy', async () => {
    const headers = { Host: 'inner', 'X-Forwarded-Host': 'outer.example.com:8080 , other' };
    assert.equal(await inspect(framework, host, { headers }), 'inner');
    assert.equal(
      await inspect(framework, host, { headers }, trusting),
      by(line, { 5: 'outer.example.com:8080', 4: 'outer.example.com' }),
    );
  });

  test('works on requests that no server has created', () => {
    const app = framework();
    app.set('trust proxy', '10.0.0.1');
    const headers = { host: 'inner', 'x-forwarded-host': 'outer' };
    assert.equal(fakeRequest(app, line, { remoteAddress: '10.0.0.1' }, headers).host, 'outer');
    assert.equal(fakeRequest(app, line, { remoteAddress: '10.0.0.2' }, headers).host, 'inner');
  });
});
