import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask, suite } from '../support/api.js';

suite('maglev.json', (framework) => {
  const post = (body: string, options?: object) => {
    const app = framework();
    app.set('env', 'production');
    app.use(framework.json(options));
    app.use((req: any, res: any) => res.json({ body: req.body }));
    app.use((error: any, _req: any, res: any, _next: any) =>
      res.status(error.status).json({ type: error.type }),
    );
    return ask(app, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
  };

  test('parses JSON', async () => {
    assert.equal((await post('{"a":[1]}')).body, '{"body":{"a":[1]}}');
  });

  test('refuses what is none, what is too long and, being strict, what is no object', async () => {
    const outcome = async (body: string, options?: object) => {
      const reply = await post(body, options);
      return [reply.status, JSON.parse(reply.body).type];
    };
    assert.deepEqual(await outcome('{'), [400, 'entity.parse.failed']);
    assert.deepEqual(await outcome('"text"'), [400, 'entity.parse.failed']);
    assert.deepEqual(await outcome('{"a":1}', { limit: 3 }), [413, 'entity.too.large']);
    assert.equal((await post('"text"', { strict: false })).body, '{"body":"text"}');
  });
});
