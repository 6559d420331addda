import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answer, suite } from '../support/api.js';

suite('res.contentType', (framework) => {
  test('is res.type under another name', async () => {
    assert.equal(framework.response.contentType, framework.response.type);
    const { get } = await answer(framework, (_req, res) => res.contentType('json').end());
    assert.equal(get('Content-Type'), 'application/json; charset=utf-8');
  });
});
