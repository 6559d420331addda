import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lines, sendRequest, suite } from '../support/api.js';

suite('maglev.json', (framework, line) => {
  const post = (body: string, options?: object) => {
    const app = framework();
    app.set('env', 'production');
    app.use(framework.json(options));
    app.use((req: any, res: any) => res.json({ body: req.body }));
    app.use((error: any, _req: any, res: any, _next: any) =>
      res.status(error.status).json({ type: error.type }),
    );
    return sendRequest(app, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
  };

  test('parses JSON', async () => {
    assert.equal((await post('{"a":[1]}')).body, '{"body":{"a":[1]}}');
  });

  if (line === 3)
    test('accepts a megabyte and +json types, and passes the text to verify', async () => {
      const app = framework();
      let verified: unknown;
      app.use(framework.json({ verify: (_req: any, _res: any, text: unknown) => (verified = text) }));
      app.use((req: any, res: any) => res.send(String(req.body.a.length)));
      const body = JSON.stringify({ a: 'x'.repeat(200_000) });
      const headers = { 'Content-Type': 'application/vnd.x+json' };
      assert.equal((await sendRequest(app, { method: 'POST', headers, body })).body, '200000');
      assert.equal(verified, body);
    });

  test('rejects invalid JSON, bodies above the limit and, in strict mode, values that are not objects', async () => {
    const outcome = async (body: string, options?: object) => {
      const response = await post(body, options);
      return [response.status, JSON.parse(response.body).type];
    };
    // Errors of the parsers of Express 3 have no type; ours do.
    const typed = framework !== lines[3].express;
    assert.deepEqual(await outcome('{'), [400, typed ? 'entity.parse.failed' : undefined]);
    assert.deepEqual(await outcome('"text"'), [400, typed ? 'entity.parse.failed' : undefined]);
    assert.deepEqual(await outcome('{"a":1}', { limit: 3 }), [413, 'entity.too.large']);
    assert.equal((await post('"text"', { strict: false })).body, '{"body":"text"}');
  });
});
