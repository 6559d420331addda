import assert from 'node:assert/strict';
import { test } from 'node:test';
import { by, responseOf, suite } from '../support/api.js';

suite('res.contentType', (framework, line) => {
  test('is an alias of res.type', async () => {
    assert.equal(framework.response.contentType, framework.response.type);
    const { get } = await responseOf(framework, (_req, res) => res.contentType('json').end());
    const charset = by(line, { 5: '; charset=utf-8', 4: '; charset=utf-8', 3: '' });
    assert.equal(get('Content-Type'), `application/json${charset}`);
  });
});
