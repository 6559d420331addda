import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listening, sendRequest, sendToPort, suite } from '../support/api.js';

suite('req.params', (framework, line) => {
  const at = (route: any, path: string) => {
    const app = framework();
    app.set('env', 'test');
    app.get(route, (req: any, res: any) =>
      res.json({ ...req.params, bare: Object.getPrototypeOf(req.params) === null }),
    );
    return sendRequest(app, path);
  };

  test('holds decoded parameters, in 5.x without a prototype', async () => {
    assert.deepEqual(JSON.parse((await at('/:a/:b', '/x%20y/z')).body), {
      a: 'x y',
      b: 'z',
      bare: line === 5,
    });
  });

  if (line === 5)
    test('splits wildcards into segments', async () => {
      assert.deepEqual(JSON.parse((await at('/f/*rest', '/f/a/b%2Fc')).body), {
        rest: ['a', 'b/c'],
        bare: true,
      });
    });

  test('numbers the groups of a RegExp and, after 3.x, names the named ones', async () => {
    const { body } = await at(/^\/(\d+)-(?<word>\w+)$/, '/12-ab');
    assert.equal(JSON.parse(body)[0], '12');
    assert.equal(JSON.parse(body)[line === 3 ? 1 : 'word'], 'ab');
  });

  if (line === 5)
    test('omits missing optional parameters', async () => {
      assert.deepEqual(JSON.parse((await at('/a{/:b}', '/a')).body), { bare: true });
    });

  if (line === 3)
    test('is an array with named properties', async () => {
      const app = framework();
      app.get('/:a/*', ({ params }: any, res: any) =>
        res.json([Array.isArray(params), params.length, params]),
      );
      assert.equal((await sendRequest(app, '/x/y/z')).body, '[true,1,["y/z"]]');
    });

  if (line !== 5) {
    test('numbers wildcards', async () => {
      assert.deepEqual(JSON.parse((await at('/f/*', '/f/a/b%2Fc')).body), { 0: 'a/b/c', bare: false });
    });

    test('keeps the names of missing optional parameters, and supports patterns for values', async () => {
      const app = framework();
      app.get('/a/:b?', (req: any, res: any) => res.send(`${'b' in req.params} ${req.params.b}`));
      assert.equal((await sendRequest(app, '/a')).body, 'true undefined');
      assert.equal((await at('/:id(\\d+)', '/x')).status, 404);
      assert.equal(JSON.parse((await at('/:id(\\d+)', '/7')).body).id, '7');
    });
  }

  test('exists before a route has matched, except in the oldest line', async () => {
    const app = framework();
    app.use((req: any, res: any) => res.end(`${'params' in req} ${'baseUrl' in req}`));
    const server = app.listen(0);
    const port = await listening(server);
    const bodies = [await sendToPort(port, '/'), await sendToPort(port, '/again')].map(({ body }) => body);
    server.close();
    assert.deepEqual(bodies, Array(2).fill(line === 3 ? 'false false' : 'true true'));
  });

  test('responds 400 if a parameter cannot be decoded', async () => {
    assert.equal((await at('/:a', '/%zz')).status, 400);
  });
});
