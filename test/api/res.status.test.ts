import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failure, responseOf, suite } from '../support/api.js';

suite('res.status', (framework, line, version) => {
  test('sets the status code and returns the response', async () => {
    const { status, reason } = await responseOf(framework, (_req, res) => res.status(201).end());
    assert.equal(status, 201);
    assert.equal(reason, 'Created');
  });

  test('accepts every valid status code', async () => {
    for (const code of [200, 299, 418, 599, ...(version === 1 ? [700, 999] : [])]) {
      assert.equal((await responseOf(framework, (_req, res) => res.status(code).end())).status, code);
    }
  });

  for (const code of line !== 5 ? [] : ['200', 200.5, null, undefined, Number.NaN, {}, [], true]) {
    test(`throws for ${JSON.stringify(code)}, which is not an integer`, async () => {
      const error = await failure(framework, (_req, res) => res.status(code));
      assert.equal(error.name, 'TypeError');
      assert.equal(
        error.message,
        `Invalid status code: ${JSON.stringify(code)}. Status code must be an integer.`,
      );
    });
  }

  for (const code of line !== 5 ? [] : [99, 1000, -1, 0]) {
    test(`throws for ${code}, which is out of range`, async () => {
      const error = await failure(framework, (_req, res) => res.status(code));
      assert.equal(error.name, 'RangeError');
      assert.equal(
        error.message,
        `Invalid status code: ${code}. Status code must be greater than 99 and less than 1000.`,
      );
    });
  }

  if (line !== 5)
    test('leaves the check to Node, which throws when the headers are written', async () => {
      assert.equal((await responseOf(framework, (_req, res) => res.status('201').end())).status, 201);
      for (const code of [99, 1000, 'x', null]) {
        const { body } = await responseOf(framework, (_req, res) => {
          try {
            res.status(code).end();
          } catch (error: any) {
            res.status(500).end(error.code);
          }
        });
        assert.equal(body, version === 1 ? 'ERR_HTTP_INVALID_STATUS_CODE' : 'ERR_HTTP2_STATUS_INVALID');
      }
    });
});
