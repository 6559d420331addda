import assert from 'node:assert/strict';
import { test } from 'node:test';
import { by, inspect, suite } from '../support/api.js';

const look =
  (...types: unknown[]) =>
  (req: any): unknown =>
    req.accepts(...types);

suite('req.accepts', (framework, line) => {
  // JSON leaves out undefined.
  const none = by(line, { 5: false, 4: false, 3: undefined });

  test('returns the type as it was passed', async () => {
    const headers = { Accept: 'application/json' };
    assert.equal(await inspect(framework, look('json'), { headers }), 'json');
    assert.equal(await inspect(framework, look('.json'), { headers }), '.json');
    assert.equal(await inspect(framework, look('application/json'), { headers }), 'application/json');
  });

  test('prefers higher quality values, then the order of the arguments', async () => {
    const headers = { Accept: 'text/html;q=0.5, application/json, text/plain' };
    assert.equal(await inspect(framework, look('html', 'json'), { headers }), 'json');
    assert.equal(await inspect(framework, look(['html', 'text', 'json']), { headers }), 'json');
    assert.equal(await inspect(framework, look('html'), { headers: { Accept: 'text/html;q=0' } }), none);
  });

  test('returns the first type if the client accepts anything or sends no Accept header', async () => {
    assert.equal(await inspect(framework, look('xml', 'json')), 'xml');
    assert.equal(await inspect(framework, look('xml', 'json'), { headers: { Accept: '*/*' } }), 'xml');
  });

  test('returns false if nothing matches, in 3.x undefined', async () => {
    assert.equal(await inspect(framework, look('png'), { headers: { Accept: 'text/*' } }), none);
  });

  if (line !== 3)
    test('returns all accepted types if called without arguments', async () => {
      const headers = { Accept: 'text/*;q=0.3, application/json' };
      assert.deepEqual(await inspect(framework, look(), { headers }), ['application/json', 'text/*']);
    });
});
