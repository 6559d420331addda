import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeRequest, inspect, suite } from '../support/api.js';

suite('req.protocol', (framework, line) => {
  const protocol = (req: any) => req.protocol;
  const trusting = (app: any) => app.enable('trust proxy');

  test('is the protocol of the connection', async () => {
    assert.equal(await inspect(framework, protocol), 'http');
    const look = (req: any) => {
      req.socket.encrypted = true;
      return req.protocol;
    };
    assert.equal(await inspect(framework, look), 'https');
  });

  test('works on requests that no server has created', () => {
    const app = framework();
    assert.equal(fakeRequest(app, line, {}).protocol, 'http');
    assert.equal(fakeRequest(app, line, { encrypted: true }).protocol, 'https');
    assert.equal(fakeRequest(app, line, { encrypted: true }).secure, true);
    app.set('trust proxy', '10.0.0.1');
    const headers = { 'x-forwarded-proto': 'https' };
    assert.equal(fakeRequest(app, line, { remoteAddress: '10.0.0.1' }, headers).protocol, 'https');
    assert.equal(fakeRequest(app, line, { remoteAddress: '10.0.0.2' }, headers).protocol, 'http');
  });

  test('ignores X-Forwarded-Proto unless the peer is trusted', async () => {
    const headers = { 'X-Forwarded-Proto': 'https' };
    assert.equal(await inspect(framework, protocol, { headers }), 'http');
    assert.equal(await inspect(framework, protocol, { headers }, trusting), 'https');
    assert.equal(
      await inspect(framework, protocol, { headers }, (app) => app.set('trust proxy', 1)),
      'https',
    );
    assert.equal(
      await inspect(framework, protocol, { headers }, (app) => app.set('trust proxy', '10.0.0.1')),
      'http',
    );
  });

  test('uses the first of several values and trims it', async () => {
    const headers = { 'X-Forwarded-Proto': 'https , http' };
    assert.equal(await inspect(framework, protocol, { headers }, trusting), 'https');
  });

  test('falls back to the protocol of the connection if the header is empty', async () => {
    assert.equal(
      await inspect(framework, protocol, { headers: { 'X-Forwarded-Proto': '' } }, trusting),
      'http',
    );
  });
});
