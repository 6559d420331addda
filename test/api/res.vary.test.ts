import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answer, failure, suite } from '../support/api.js';

suite('res.vary', (framework, line) => {
  const vary = async (...fields: unknown[]) => {
    const { get } = await answer(framework, (_req, res) => {
      for (const field of fields) res.vary(field);
      res.end();
    });
    return get('Vary');
  };

  test('adds fields once', async () => {
    assert.equal(await vary('Accept'), 'Accept');
    assert.equal(await vary('Accept', 'Origin, accept'), 'Accept, Origin');
    assert.equal(await vary(['A', 'B'], 'b'), 'A, B');
    assert.equal(await vary('A', '*'), '*');
  });

  test('refuses nonsense, and in 5.x nothing at all', async () => {
    if (line !== 5) assert.equal(await vary(undefined, [], ''), undefined);
    else {
      const error = await failure(framework, (_req, res) => res.vary());
      assert.equal(error.message, 'field argument is required');
    }
    assert.match(
      (await failure(framework, (_req, res) => res.vary('a b'))).message,
      /^field argument contains an invalid header/,
    );
  });
});
