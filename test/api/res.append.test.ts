import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failure, responseOf, suite } from '../support/api.js';

suite(
  'res.append',
  (framework) => {
    const values = async (...calls: unknown[][]) => {
      const { all } = await responseOf(framework, (_req, res) => {
        for (const args of calls) res.append('X-Thing', ...args);
        res.end();
      });
      return all('X-Thing');
    };

    test('creates a header, then appends to it', async () => {
      assert.deepEqual(await values(['a']), ['a']);
      assert.deepEqual(await values(['a'], ['b'], [3]), ['a', 'b', '3']);
      assert.deepEqual(await values(['a'], [['b', 'c']]), ['a', 'b', 'c']);
      assert.deepEqual(await values([['a', 'b']], ['c']), ['a', 'b', 'c']);
      assert.deepEqual(await values([['a']], [['b']]), ['a', 'b']);
    });

    test('is overridden by res.set', async () => {
      const { all } = await responseOf(framework, (_req, res) =>
        res.append('X', '1').append('X', '2').set('X', '3').end(),
      );
      assert.deepEqual(all('X'), ['3']);
    });

    test('appends to cookies', async () => {
      const { all } = await responseOf(framework, (_req, res) =>
        res.cookie('a', '1').append('Set-Cookie', 'b=2').end(),
      );
      assert.deepEqual(all('Set-Cookie'), ['a=1; Path=/', 'b=2']);
    });

    test('throws for a second content type', async () => {
      const error = await failure(framework, (_req, res) =>
        res.type('html').append('Content-Type', 'text/plain'),
      );
      assert.equal(error.message, 'Content-Type cannot be set to an Array');
    });
  },
  [5, 4],
);
