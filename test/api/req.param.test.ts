import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect, suite } from '../support/api.js';

suite(
  'req.param',
  (framework) => {
    const look =
      (...args: unknown[]) =>
      (req: any) => {
        req.params = { both: 'params', zero: 0 };
        req.body = { both: 'body', posted: 'body', empty: null };
        return req.param(...args);
      };

    test('looks in params, then in the body, then in the query', async () => {
      assert.equal(await inspect(framework, look('both'), '/?both=query'), 'params');
      assert.equal(await inspect(framework, look('posted'), '/?posted=query'), 'body');
      assert.equal(await inspect(framework, look('empty'), '/?empty=query'), 'query');
      assert.equal(await inspect(framework, look('zero'), '/?zero=query'), 0);
    });

    test('returns the default value if nothing is found', async () => {
      assert.equal(await inspect(framework, look('none', 'default')), 'default');
      assert.equal(await inspect(framework, (req) => req.param('none') === undefined), true);
    });
  },
  [4, 3],
);
