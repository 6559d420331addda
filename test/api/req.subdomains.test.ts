import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect, suite } from '../support/api.js';

suite('req.subdomains', (framework, _line, version) => {
  const of = (Host: string, offset?: number) =>
    inspect(
      framework,
      (req) => req.subdomains,
      { headers: { Host } },
      (app) => {
        if (offset !== undefined) app.set('subdomain offset', offset);
      },
    );

  test('lists labels from the right, after the offset', async () => {
    assert.deepEqual(await of('tobi.ferrets.example.com:3000'), ['ferrets', 'tobi']);
    assert.deepEqual(await of('tobi.ferrets.example.com', 0), ['com', 'example', 'ferrets', 'tobi']);
    assert.deepEqual(await of('tobi.ferrets.example.com', 3), ['tobi']);
    assert.deepEqual(await of('example.com'), []);
    assert.deepEqual(await of('localhost'), []);
  });

  test('does not split IP addresses', async () => {
    assert.deepEqual(await of('127.0.0.1'), []);
    assert.deepEqual(await of('127.0.0.1', 0), ['127.0.0.1']);
  });

  test('is empty without a host', { skip: version === 2 && 'invalid in HTTP/2' }, async () => {
    assert.deepEqual(await of(''), []);
  });
});
