import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { satisfies } from '../../../src/cli/swap/range.js';

const IN = [
  '*',
  '',
  '4',
  '4.x',
  '4.22.x',
  '4.22',
  '4.22.3',
  'v4.22.3',
  '^4.17.1',
  '~4.22.0',
  '>=4.11',
  '>= 4.11',
  '>=4 ',
  '3 || ^4.0.0',
  '^4.0.0 || ^5.0.0',
];
const OUT = ['3.x', '4.18.2', '~4.18.0', '^5.0.0', '^4.23.0', '>=5', '^0.4.0'];
/** A range that cannot be parsed always gets an override. */
const UNKNOWN = ['latest', '>4 <5', '4.0.0 - 5.0.0', 'npm:other@4', 'github:a/b'];

describe('the ranges of dependencies on Express', () => {
  for (const range of IN) {
    it(`${JSON.stringify(range)} includes 4.22.3`, () => assert.equal(satisfies('4.22.3', range), true));
  }
  for (const range of [...OUT, ...UNKNOWN]) {
    it(`${JSON.stringify(range)} does not include 4.22.3`, () =>
      assert.equal(satisfies('4.22.3', range), false));
  }
});
