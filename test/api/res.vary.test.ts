import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failure, responseOf, suite } from '../support/api.js';

suite('res.vary', (framework, line) => {
  const vary = async (...fields: unknown[]) => {
    const { get } = await responseOf(framework, (_req, res) => {
      for (const field of fields) res.vary(field);
      res.end();
    });
    return get('Vary');
  };

  test('adds each field once', async () => {
    assert.equal(await vary('Accept'), 'Accept');
    assert.equal(await vary('Accept', 'Origin, accept'), 'Accept, Origin');
    assert.equal(await vary(['A', 'B'], 'b'), 'A, B');
    assert.equal(await vary('A', '*'), '*');
  });

  test('throws for invalid fields, and in 5.x for a missing field', async () => {
    if (line !== 5) assert.equal(await vary(undefined, [], ''), undefined);
    else {
      const error = await failure(framework, (_req, res) => res.vary());
      assert.equal(error.message, 'field argument is required');
    }
    const message = `field argument contains an invalid header${line === 3 ? '' : ' name'}`;
    for (const invalid of ['a b', 'a;b', ['a', 'b,c'], () => {}, { length: 0 }]) {
      const error = await failure(framework, (_req, res) => res.vary(invalid));
      assert.deepEqual([error.name, error.message], ['TypeError', message]);
    }
  });

  test('accepts any text between separators as a name in 3.x', async () => {
    if (line === 3) {
      assert.equal(await vary('a,,b', ' c '), 'a, b, c');
      assert.equal(await vary('a', ['', 'A'], 5), 'a, , 5');
      return;
    }
    for (const invalid of ['a,,b', ['']]) {
      const error = await failure(framework, (_req, res) => res.vary(invalid));
      assert.equal(error.message, 'field argument contains an invalid header name');
    }
  });

  test('adds to an existing header', async () => {
    const added = async (present: unknown, field: unknown) => {
      const { get } = await responseOf(framework, (_req, res) => {
        res.setHeader('Vary', present);
        res.vary(field);
        res.end();
      });
      return get('Vary');
    };
    assert.equal(await added(['A', 'B'], 'b, c'), 'A, B, c');
    assert.equal(await added('*', 'a'), '*');
    assert.equal(await added('a, *', 'b'), '*');
    assert.equal(await added(5, '5, a'), '5, a');
  });
});
