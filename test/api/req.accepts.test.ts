import assert from 'node:assert/strict';
import { test } from 'node:test';
import { by, inspect, suite } from '../support/api.js';

const look =
  (...types: unknown[]) =>
  (req: any): unknown =>
    req.accepts(...types);

suite('req.accepts', (framework, line) => {
  // Undefined has no JSON.
  const none = by(line, { 5: false, 4: false, 3: undefined });

  test('answers in the form it was asked in', async () => {
    const headers = { Accept: 'application/json' };
    assert.equal(await inspect(framework, look('json'), { headers }), 'json');
    assert.equal(await inspect(framework, look('.json'), { headers }), '.json');
    assert.equal(await inspect(framework, look('application/json'), { headers }), 'application/json');
  });

  test('honours quality values, then the order of the question', async () => {
    const headers = { Accept: 'text/html;q=0.5, application/json, text/plain' };
    assert.equal(await inspect(framework, look('html', 'json'), { headers }), 'json');
    assert.equal(await inspect(framework, look(['html', 'text', 'json']), { headers }), 'json');
    assert.equal(await inspect(framework, look('html'), { headers: { Accept: 'text/html;q=0' } }), none);
  });

  test('takes the first when the client accepts anything or says nothing', async () => {
    assert.equal(await inspect(framework, look('xml', 'json')), 'xml');
    assert.equal(await inspect(framework, look('xml', 'json'), { headers: { Accept: '*/*' } }), 'xml');
  });

  test('is false when nothing fits, in 3.x undefined', async () => {
    assert.equal(await inspect(framework, look('png'), { headers: { Accept: 'text/*' } }), none);
  });

  if (line !== 3)
    test('lists what the client accepts when asked for nothing', async () => {
      const headers = { Accept: 'text/*;q=0.3, application/json' };
      assert.deepEqual(await inspect(framework, look(), { headers }), ['application/json', 'text/*']);
    });
});
