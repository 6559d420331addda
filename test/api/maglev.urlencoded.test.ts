import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect, suite } from '../support/api.js';

suite('maglev.urlencoded', (framework) => {
  const form = (body: string, options?: object) =>
    inspect(
      framework,
      (req) => req.body,
      { method: 'POST', headers: { 'Content-Type': 'application/x-www-form-urlencoded' }, body },
      (app) => app.use(framework.urlencoded(options)),
    );

  test('is flat by default and nests when extended', async () => {
    assert.deepEqual(await form('a=1&b[c]=2'), { a: '1', 'b[c]': '2' });
    assert.deepEqual(await form('a=1&b[c]=2', { extended: true }), { a: '1', b: { c: '2' } });
  });
});
