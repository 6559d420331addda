import assert from 'node:assert/strict';
import { test } from 'node:test';
import { by, inspect, suite } from '../support/api.js';

suite('req.body', (framework, line) => {
  const post = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"a":1}' };

  test('does not exist until a parser has run', async () => {
    assert.deepEqual(await inspect(framework, (req) => ['body' in req, req.body === undefined], post), [
      false,
      true,
    ]);
  });

  test('is the result of the parser', async () => {
    const configure = (app: any) => app.use(framework.json());
    assert.deepEqual(await inspect(framework, (req) => req.body, post, configure), { a: 1 });
  });

  test('is empty if the parser does not handle the content type', async () => {
    const configure = (app: any) => app.use(framework.json());
    const text = { ...post, headers: { 'Content-Type': 'text/plain' } };
    const seen = await inspect(framework, (req) => [typeof req.body, req.body], text, configure);
    assert.deepEqual(seen, by<unknown[]>(line, { 5: ['undefined', null], 4: ['object', {}] }));
  });
});
