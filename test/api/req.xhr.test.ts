import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect, suite } from '../support/api.js';

suite('req.xhr', (framework) => {
  test('is true if X-Requested-With is XMLHttpRequest, case-insensitively', async () => {
    const xhr = (value?: string) =>
      inspect(framework, (req) => req.xhr, {
        headers: value === undefined ? {} : { 'X-Requested-With': value },
      });
    assert.equal(await xhr('XMLHttpRequest'), true);
    assert.equal(await xhr('xmlhttprequest'), true);
    assert.equal(await xhr('fetch'), false);
    assert.equal(await xhr(), false);
  });
});
