import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask, suite } from '../support/api.js';

suite('req.params', (framework) => {
  const at = (route: any, path: string) => {
    const app = framework();
    app.set('env', 'test');
    app.get(route, (req: any, res: any) =>
      res.json({ ...req.params, bare: Object.getPrototypeOf(req.params) === null }),
    );
    return ask(app, path);
  };

  test('holds decoded parameters in an object without prototype', async () => {
    assert.deepEqual(JSON.parse((await at('/:a/:b', '/x%20y/z')).body), { a: 'x y', b: 'z', bare: true });
  });

  test('splits wildcards', async () => {
    assert.deepEqual(JSON.parse((await at('/f/*rest', '/f/a/b%2Fc')).body), {
      rest: ['a', 'b/c'],
      bare: true,
    });
  });

  test('numbers the groups of a RegExp and names the named ones', async () => {
    const { body } = await at(/^\/(\d+)-(?<word>\w+)$/, '/12-ab');
    assert.equal(JSON.parse(body)[0], '12');
    assert.equal(JSON.parse(body).word, 'ab');
  });

  test('leaves optional parameters out', async () => {
    assert.deepEqual(JSON.parse((await at('/a{/:b}', '/a')).body), { bare: true });
  });

  test('answers 400 to what cannot be decoded', async () => {
    assert.equal((await at('/:a', '/%zz')).status, 400);
  });
});
