import assert from 'node:assert/strict';
import { test } from 'node:test';
import { by, inspect, suite } from '../support/api.js';

suite('maglev.urlencoded', (framework, line) => {
  const form = (body: string, options?: object) =>
    inspect(
      framework,
      (req) => req.body,
      { method: 'POST', headers: { 'Content-Type': 'application/x-www-form-urlencoded' }, body },
      (app) => app.use(framework.urlencoded(options)),
    );

  test('parses nested objects if extended, by default in 4.x', async () => {
    const flat = { a: '1', 'b[c]': '2' };
    const nested = { a: '1', b: { c: '2' } };
    assert.deepEqual(await form('a=1&b[c]=2'), by<object>(line, { 5: flat, 4: nested }));
    assert.deepEqual(await form('a=1&b[c]=2', { extended: false }), flat);
    assert.deepEqual(await form('a=1&b[c]=2', { extended: true }), nested);
  });

  test('accepts any value as options', async () => {
    // Express 3 iterates over the options, including the characters of a string.
    const kinds = line === 3 ? [null, 5, true, () => {}] : [null, '', 'text', 5, true, Symbol('s'), () => {}];
    for (const options of kinds) assert.deepEqual(await form('a=1', options as any), { a: '1' });
  });
});
