import assert from 'node:assert/strict';
import { test } from 'node:test';
import { responseOf, suite } from '../support/api.js';

suite('res.clearCookie', (framework, line) => {
  const clear = async (...args: unknown[]) =>
    (await responseOf(framework, (_req, res) => res.clearCookie(...args).end())).all('Set-Cookie');

  test('expires the cookie', async () => {
    assert.deepEqual(await clear('sid'), ['sid=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT']);
  });

  if (line === 5)
    test('keeps the options that identify the cookie, not its lifetime', async () => {
      const options = { path: '/admin', domain: 'example.com', maxAge: 1000, expires: new Date() };
      assert.deepEqual(await clear('sid', options), [
        'sid=; Domain=example.com; Path=/admin; Expires=Thu, 01 Jan 1970 00:00:00 GMT',
      ]);
      assert.equal(options.maxAge, 1000);
    });

  if (line !== 5)
    test('uses maxAge and expires of the options', async () => {
      assert.deepEqual(await clear('sid', { expires: new Date(86_400_000) }), [
        'sid=; Path=/; Expires=Fri, 02 Jan 1970 00:00:00 GMT',
      ]);
      assert.match((await clear('sid', { maxAge: 1000 }))[0]!, /^sid=; Max-Age=1; Path=\/; Expires=/);
    });
});
