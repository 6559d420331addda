import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lines, suite } from '../support/api.js';

suite(
  'middleware that maglev no longer bundles',
  (framework) => {
    for (const name of ['bodyParser', 'session', 'logger', 'cookieParser', 'multipart', 'staticCache']) {
      test(`${name} throws with an explanation`, () => {
        const { get, enumerable } = Object.getOwnPropertyDescriptor(framework, name)!;
        assert.deepEqual([typeof get, enumerable], ['function', false]);
        assert.throws(() => framework[name], {
          name: 'Error',
          message: `Most middleware (like ${name}) is no longer bundled with Express and must be installed separately. Please see https://github.com/senchalabs/connect#middleware.`,
        });
      });
    }
  },
  [4],
);

test('maglev has the removed members of Express 4', () => {
  const { maglev, express } = lines[4];
  for (const name of Object.getOwnPropertyNames(express)) assert.ok(Object.hasOwn(maglev, name), name);
});
