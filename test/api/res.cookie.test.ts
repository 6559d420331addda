import assert from 'node:assert/strict';
import { test } from 'node:test';
import cookieParser from 'cookie-parser';
import { failure, responseOf, sendRequest, suite } from '../support/api.js';

suite('res.cookie', (framework, line) => {
  const cookie = async (...args: unknown[]) => {
    const { all } = await responseOf(framework, (_req, res) => res.cookie(...args).end());
    return all('Set-Cookie');
  };

  test('sets the path / by default', async () => {
    assert.deepEqual(await cookie('name', 'tobi'), ['name=tobi; Path=/']);
    assert.deepEqual(await cookie('name', 'tobi', { path: '/admin' }), ['name=tobi; Path=/admin']);
  });

  test('encodes values and serializes objects as JSON', async () => {
    assert.deepEqual(await cookie('a', 'b c;ü'), ['a=b%20c%3B%C3%BC; Path=/']);
    assert.deepEqual(await cookie('a', { b: 1 }), ['a=j%3A%7B%22b%22%3A1%7D; Path=/']);
    assert.deepEqual(await cookie('a', null), ['a=j%3Anull; Path=/']);
    assert.deepEqual(await cookie('a', undefined), ['a=undefined; Path=/']);
    assert.deepEqual(await cookie('a', 5, { encode: (text: string) => `<${text}>` }), ['a=<5>; Path=/']);
  });

  test('sends every cookie, including repeated names', async () => {
    const { all } = await responseOf(framework, (_req, res) =>
      res.cookie('a', 1).cookie('b', 2).cookie('a', 3).end(),
    );
    assert.deepEqual(all('Set-Cookie'), ['a=1; Path=/', 'b=2; Path=/', 'a=3; Path=/']);
  });

  test('supports all attributes', async () => {
    const options = {
      domain: 'example.com',
      expires: new Date(0),
      httpOnly: true,
      secure: true,
      sameSite: 'lax',
      priority: 'high',
      partitioned: true,
    };
    const newer = line === 3 ? '' : '; Partitioned; Priority=High; SameSite=Lax';
    assert.deepEqual(await cookie('a', 'b', options), [
      `a=b; Domain=example.com; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; Secure${newer}`,
    ]);
    if (line === 3) return;
    assert.deepEqual(await cookie('a', 'b', { sameSite: true }), ['a=b; Path=/; SameSite=Strict']);
  });

  if (line === 3)
    test('takes maxAge in milliseconds and does not round it', async () => {
      const [text] = await cookie('a', 'b', { maxAge: 1999 });
      assert.match(text!, /^a=b; Max-Age=1.999; Path=\/; Expires=\w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT$/);
      assert.match((await cookie('a', 'b', { maxAge: null }))[0]!, /Max-Age=0;/);
      const error = await failure(framework, (_req, res) => res.cookie('a', 'b', { maxAge: 'soon' }));
      assert.equal(error.message, 'maxAge should be a Number');
    });

  if (line !== 3)
    test('takes maxAge in milliseconds and sets Expires for old browsers', async () => {
      const [text] = await cookie('a', 'b', { maxAge: 1999 });
      assert.match(text!, /^a=b; Max-Age=1; Path=\/; Expires=\w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT$/);
      assert.match((await cookie('a', 'b', { maxAge: '5000' }))[0]!, /Max-Age=5;/);
      assert.deepEqual(await cookie('a', 'b', { maxAge: null }), ['a=b; Path=/']);
      assert.deepEqual(await cookie('a', 'b', { maxAge: undefined }), ['a=b; Path=/']);
    });

  test('does not modify the options object', async () => {
    const options = Object.freeze({ maxAge: 1000 });
    await cookie('a', 'b', options);
    assert.deepEqual(options, { maxAge: 1000 });
  });

  test('signs with the secret of the cookie parser', async () => {
    const app = framework();
    app.use(cookieParser('foo bar baz'));
    app.use((_req: any, res: any) => res.cookie('user', { name: 'tobi' }, { signed: true }).end());
    assert.deepEqual((await sendRequest(app)).all('Set-Cookie'), [
      'user=s%3Aj%3A%7B%22name%22%3A%22tobi%22%7D.K20xcwmDS%2BPb1rsD95o5Jm5SqWs1KteqdnynnB7jkTE; Path=/',
    ]);
  });

  test('throws for signed cookies without a secret, and for invalid attributes', async () => {
    const fails = async (...args: unknown[]) =>
      (await failure(framework, (_req, res) => res.cookie(...args))).message;
    assert.equal(
      await fails('a', 'b', { signed: true }),
      `${line === 3 ? 'connect.' : ''}cookieParser("secret") required for signed cookies`,
    );
    if (line === 3) return;
    assert.equal(await fails('bad name', 'b'), 'argument name is invalid');
    assert.equal(await fails('a', 'b', { maxAge: 'soon' }), 'option maxAge is invalid');
    assert.equal(await fails('a', 'b', { expires: 'soon' }), 'option expires is invalid');
    assert.equal(await fails('a', 'b', { sameSite: 'bogus' }), 'option sameSite is invalid');
    assert.equal(await fails('a', 'b', { priority: 'bogus' }), 'option priority is invalid');
  });
});
