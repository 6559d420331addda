import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answer, suite } from '../support/api.js';

suite('res.clearCookie', (framework) => {
  const clear = async (...args: unknown[]) =>
    (await answer(framework, (_req, res) => res.clearCookie(...args).end())).all('Set-Cookie');

  test('expires the cookie', async () => {
    assert.deepEqual(await clear('sid'), ['sid=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT']);
  });

  test('keeps the options that identify the cookie, not its lifetime', async () => {
    const options = { path: '/admin', domain: 'example.com', maxAge: 1000, expires: new Date() };
    assert.deepEqual(await clear('sid', options), [
      'sid=; Domain=example.com; Path=/admin; Expires=Thu, 01 Jan 1970 00:00:00 GMT',
    ]);
    assert.equal(options.maxAge, 1000);
  });
});
