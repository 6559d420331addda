import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failure, responseOf, sendRequest, suite } from '../support/api.js';

suite('res.json', (framework, line) => {
  const json = (value: unknown, configure: (app: any) => void = () => {}) => {
    const app = framework();
    configure(app);
    app.use((_req: any, res: any) => res.json(value));
    return sendRequest(app);
  };

  test('sends any JSON value', async () => {
    for (const value of [null, 'text', 5, false, [1], { a: { b: 'ü' } }]) {
      const { body, get } = await json(value);
      assert.deepEqual(
        [body, get('Content-Type')],
        [JSON.stringify(value), 'application/json; charset=utf-8'],
      );
    }
  });

  test('sends an empty body for undefined', async () => {
    const { body, get } = await json(undefined);
    assert.deepEqual([body, get('Content-Type')], ['', 'application/json; charset=utf-8']);
  });

  test('keeps a type that was set', async () => {
    const { get } = await responseOf(framework, (_req, res) =>
      res.type('application/vnd.example+json').json({}),
    );
    assert.equal(get('Content-Type'), 'application/vnd.example+json; charset=utf-8');
  });

  test('applies json spaces, json replacer and json escape', async () => {
    assert.equal((await json({ a: 1 }, (app) => app.set('json spaces', 2))).body, '{\n  "a": 1\n}');
    assert.equal((await json({ a: 1, b: 2 }, (app) => app.set('json replacer', ['b']))).body, '{"b":2}');
    const drop = (key: string, value: unknown) => (key[0] === '_' ? undefined : value);
    assert.equal((await json({ _id: 1, b: 2 }, (app) => app.set('json replacer', drop))).body, '{"b":2}');
    if (line !== 3)
      assert.equal((await json('<&>', (app) => app.enable('json escape'))).body, '"\\u003c\\u0026\\u003e"');
    assert.equal((await json('<&>')).body, '"<&>"');
  });

  test('throws for values that cannot be serialized', async () => {
    const loop: any = {};
    loop.loop = loop;
    assert.match((await failure(framework, (_req, res) => res.json(loop))).message, /circular structure/);
  });
});
