import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect, suite } from '../support/api.js';

suite(
  'req.acceptsCharsets',
  (framework) => {
    test('returns the best charset, or false', async () => {
      const headers = { 'Accept-Charset': 'iso-8859-1;q=0.5, utf-8' };
      assert.equal(
        await inspect(framework, (req) => req.acceptsCharsets('iso-8859-1', 'utf-8'), { headers }),
        'utf-8',
      );
      assert.equal(await inspect(framework, (req) => req.acceptsCharsets('utf-16'), { headers }), false);
      assert.deepEqual(await inspect(framework, (req) => req.acceptsCharsets(), { headers }), [
        'utf-8',
        'iso-8859-1',
      ]);
    });

    test('accepts any charset without the header', async () => {
      assert.equal(await inspect(framework, (req) => req.acceptsCharsets('utf-7')), 'utf-7');
    });
  },
  [5, 4],
);
