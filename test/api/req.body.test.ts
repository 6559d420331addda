import assert from 'node:assert/strict';
import { test } from 'node:test';
import { by, inspect, suite } from '../support/api.js';

suite('req.body', (framework, line) => {
  const post = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"a":1}' };

  test('does not exist until something parses it', async () => {
    assert.deepEqual(await inspect(framework, (req) => ['body' in req, req.body === undefined], post), [
      false,
      true,
    ]);
  });

  test('is what the parser made of it', async () => {
    const configure = (app: any) => app.use(framework.json());
    assert.deepEqual(await inspect(framework, (req) => req.body, post, configure), { a: 1 });
  });

  test('stays empty when the parser does not apply', async () => {
    const configure = (app: any) => app.use(framework.json());
    const text = { ...post, headers: { 'Content-Type': 'text/plain' } };
    const seen = await inspect(framework, (req) => [typeof req.body, req.body], text, configure);
    assert.deepEqual(seen, by<unknown[]>(line, { 5: ['undefined', null], 4: ['object', {}] }));
  });
});
