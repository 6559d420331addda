import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect, suite } from '../support/api.js';

suite(
  'req.acceptsEncodings',
  (framework) => {
    test('returns the best encoding, or false', async () => {
      const headers = { 'Accept-Encoding': 'gzip;q=0.5, br' };
      assert.equal(await inspect(framework, (req) => req.acceptsEncodings('gzip', 'br'), { headers }), 'br');
      assert.equal(await inspect(framework, (req) => req.acceptsEncodings(['deflate']), { headers }), false);
      assert.deepEqual(await inspect(framework, (req) => req.acceptsEncodings(), { headers }), [
        'br',
        'gzip',
        'identity',
      ]);
    });

    test('accepts identity unless the client excludes it', async () => {
      const refused = { headers: { 'Accept-Encoding': 'identity;q=0' } };
      assert.equal(await inspect(framework, (req) => req.acceptsEncodings('identity')), 'identity');
      assert.equal(await inspect(framework, (req) => req.acceptsEncodings('identity'), refused), false);
    });
  },
  [5, 4],
);
