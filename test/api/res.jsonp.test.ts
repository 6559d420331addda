import assert from 'node:assert/strict';
import { test } from 'node:test';
import { responseOf, sendRequest, suite } from '../support/api.js';

suite('res.jsonp', (framework, line) => {
  const jsonp = (path: string, value: unknown = { a: 1 }, configure: (app: any) => void = () => {}) => {
    const app = framework();
    configure(app);
    app.use((_req: any, res: any) => res.jsonp(value));
    return sendRequest(app, path);
  };

  test('wraps JSON in a call of the callback', async () => {
    const { body, get } = await jsonp('/?callback=show');
    assert.equal(body, `/**/ typeof show === 'function' && show({"a":1});`);
    assert.equal(get('Content-Type'), 'text/javascript; charset=utf-8');
    assert.equal(get('X-Content-Type-Options'), 'nosniff');
  });

  test('sends JSON without a callback', async () => {
    for (const path of ['/', '/?callback=', '/?other=x']) {
      const { body, get } = await jsonp(path);
      assert.deepEqual([body, get('Content-Type')], ['{"a":1}', 'application/json; charset=utf-8']);
      assert.equal(get('X-Content-Type-Options'), 'nosniff');
    }
  });

  test('removes invalid characters from the callback, and uses the first of several', async () => {
    assert.match(
      (await jsonp('/?callback=a.b[0]%3Cscript%3E()')).body,
      /^\/\*\*\/ typeof a\.b\[0\]script === /,
    );
    assert.match((await jsonp('/?callback=one&callback=two')).body, /typeof one ===/);
    const nested = await jsonp('/?callback[a]=x', {}, (app) => app.set('query parser', 'extended'));
    assert.equal(nested.body, '{}');
  });

  test('escapes line terminators that JavaScript does not allow', async () => {
    assert.match((await jsonp('/?callback=c', '\u2028\u2029')).body, /c\("\\u2028\\u2029"\);$/);
    assert.equal((await jsonp('/', '\u2028')).body, '"\u2028"');
  });

  if (line !== 3)
    test('calls the callback without arguments for undefined', async () => {
      assert.match(
        (await responseOf(framework, (_req, res) => res.jsonp(), '/?callback=c')).body,
        /&& c\(\);$/,
      );
    });

  test('reads the callback from the parameter in the jsonp callback name setting', async () => {
    const { body } = await jsonp('/?cb=x&callback=y', 1, (app) => app.set('jsonp callback name', 'cb'));
    assert.match(body, /typeof x ===/);
  });

  test('overrides the content type only if there is a callback', async () => {
    const typed = (_req: any, res: any) => res.type('text/plain').jsonp(1);
    assert.equal((await responseOf(framework, typed, '/')).get('Content-Type'), 'text/plain; charset=utf-8');
    assert.equal(
      (await responseOf(framework, typed, '/?callback=c')).get('Content-Type'),
      'text/javascript; charset=utf-8',
    );
  });
});
