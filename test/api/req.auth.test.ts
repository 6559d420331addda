import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect, suite } from '../support/api.js';

suite(
  'req.auth',
  (framework) => {
    const auth = (authorization?: string) =>
      inspect(
        framework,
        (req) => req.auth,
        authorization === undefined ? {} : { headers: { Authorization: authorization } },
      );
    const encode = (text: string) => Buffer.from(text).toString('base64');

    test('holds the user name and the password of basic authentication', async () => {
      assert.deepEqual(await auth(`Basic ${encode('tobi:fér:ret')}`), {
        username: 'tobi',
        password: 'fér:ret',
      });
      assert.deepEqual(await auth(`bAsIc   ${encode(':')}`), { username: '', password: '' });
    });

    test('is undefined for any other header', async () => {
      for (const header of [undefined, 'Bearer x', 'Basic', 'Basic §', `Basic ${encode('no colon')}`])
        assert.equal(await auth(header), undefined);
    });
  },
  [3],
);
