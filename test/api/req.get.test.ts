import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failure, inspect, suite } from '../support/api.js';

suite('req.get', (framework, line) => {
  test('reads a header by case-insensitive name', async () => {
    const seen = await inspect(framework, (req) => [req.get('content-type'), req.get('CONTENT-TYPE')], {
      headers: { 'Content-Type': 'text/plain' },
    });
    assert.deepEqual(seen, ['text/plain', 'text/plain']);
  });

  test('treats Referer and Referrer as the same header', async () => {
    const look = (req: any) => [req.get('Referer'), req.get('Referrer')];
    assert.deepEqual(await inspect(framework, look, { headers: { Referer: '/a' } }), ['/a', '/a']);
    assert.deepEqual(await inspect(framework, look, { headers: { Referrer: '/b' } }), ['/b', '/b']);
    assert.deepEqual(await inspect(framework, look, { headers: { Referer: '/a', Referrer: '/b' } }), [
      '/b',
      '/b',
    ]);
  });

  test('is undefined for a header that was not sent', async () => {
    assert.equal(await inspect(framework, (req) => req.get('X-None') === undefined), true);
  });

  test('returns Set-Cookie as an array', async () => {
    const headers = { 'Set-Cookie': ['a=1', 'b=2'] };
    assert.deepEqual(await inspect(framework, (req) => req.get('Set-Cookie'), { headers }), ['a=1', 'b=2']);
  });

  test('throws for a missing or invalid name', async () => {
    const missing = await failure(framework, (req) => req.get());
    assert.equal(missing.name, 'TypeError');
    if (line === 3) return;
    assert.equal(missing.message, 'name argument is required to req.get');
    const invalid = await failure(framework, (req) => req.get(42));
    assert.equal(invalid.name, 'TypeError');
    assert.equal(invalid.message, 'name must be a string to req.get');
  });
});
