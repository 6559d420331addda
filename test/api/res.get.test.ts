import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failure, inspect, suite } from '../support/api.js';

suite('res.get', (framework, line) => {
  test('reads a response header by case-insensitive name', async () => {
    const look = (_req: any, res: any) => {
      res.set('Content-Type', 'text/html').set('X-List', ['a', 'b']);
      return [res.get('content-type'), res.get('X-LIST'), res.get('X-None') === undefined];
    };
    assert.deepEqual(await inspect(framework, look), [
      line === 3 ? 'text/html' : 'text/html; charset=utf-8',
      ['a', 'b'],
      true,
    ]);
  });

  test('throws if the name is not a string', async () => {
    assert.equal((await failure(framework, (_req, res) => res.get())).code, 'ERR_INVALID_ARG_TYPE');
  });
});
