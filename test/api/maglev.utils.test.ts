import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import utils3 from '../../src/lines/v3/utils.js';
import utils4 from '../../src/lines/v4/utils.js';
import utils5 from '../../src/lines/v5/utils.js';

const require = createRequire(import.meta.url);

/** The modules that packages load as `lib/utils`. */
const lines: [line: number, maglev: any, express: any][] = [
  [5, utils5, require('express5/lib/utils')],
  [4, utils4, require('express4/lib/utils')],
  [3, utils3, require('express3/lib/utils')],
];

const attempt = (call: () => unknown): unknown => {
  try {
    return call();
  } catch (error) {
    return String(error);
  }
};

const types = ['html', 'text/html;level=1', 'a/b; q=0.5', 'none', '', 5, null, undefined, ['a/b'], {}];
const lists = [
  ['html', 'a/b;q=0.1'],
  [],
  new Array(2),
  '',
  'ab',
  0,
  Number.NaN,
  true,
  null,
  undefined,
  { length: 1, 0: 'json' },
  { map: () => 'mapped' },
  new Set(['html']),
];

for (const [line, maglev, express] of lines) {
  test(`utils.normalizeType and normalizeTypes of ${line}.x accept and reject the same values as in Express`, () => {
    for (const type of types) {
      assert.deepEqual(
        attempt(() => maglev.normalizeType(type)),
        attempt(() => express.normalizeType(type)),
      );
    }
    for (const list of lists) {
      assert.deepEqual(
        attempt(() => maglev.normalizeTypes(list)),
        attempt(() => express.normalizeTypes(list)),
      );
    }
  });
}

for (const [line, maglev, express] of lines.filter(([line]) => line < 5)) {
  test(`utils.flatten of ${line}.x accepts all kinds of lists, including holes`, () => {
    const nested = [1, [2, [3, [4]]], new Array(2), [[undefined, new Array(1), null]], 'text'];
    // The second argument is the depth in 4.x and the target array in 3.x.
    const seconds = line === 4 ? [null, 0, 1, '2', 0.5, -1, Number.NaN] : [null, 0, ['first']];
    const flattened = (utils: any, list: unknown, second: unknown) =>
      attempt(() => utils.flatten(list, structuredClone(second)));
    for (const list of [nested, ...lists]) {
      for (const second of [undefined, ...seconds]) {
        assert.deepEqual(flattened(maglev, list, second), flattened(express, list, second));
      }
    }
  });
}
