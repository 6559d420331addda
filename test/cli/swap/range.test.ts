import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { majorsIn, satisfies } from '../../../src/cli/swap/range.js';

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

/** The majors that each range accepts, and ranges that are not parsed. */
const MAJORS: Readonly<Record<string, string>> = {
  '*': '3 4 5',
  '': '3 4 5',
  x: '3 4 5',
  '4': '4',
  'v4.18.2': '4',
  '=5.0.0': '5',
  '4.x': '4',
  '4.18.*': '4',
  '^4.18.0': '4',
  '~ 4.18': '4',
  '>=4': '4 5',
  '>= 4.11': '4 5',
  '>4': '5',
  '>4.0': '4 5',
  '>4.17.0 <5.0.0': '4',
  '<5': '3 4',
  '<5.1': '3 4 5',
  '<=4.18.0': '3 4',
  '4.0.0 - 5.0.0': '4 5',
  '^3.0.0 || ^5.0.0': '3 5',
  'npm:^5.0.0': '5',
  'npm:express@^4': '4',
  '^2.0.0': '',
  '^6': '',
};
const UNPARSED = [
  'latest',
  'npm:other@4',
  '5.0.0-beta.1',
  'file:x.tgz',
  'catalog:',
  'github:a/b',
  '4 || next',
];

describe('the majors that are in', () => {
  for (const [range, majors] of Object.entries(MAJORS)) {
    it(JSON.stringify(range), () => assert.equal(majorsIn(range)?.join(' '), majors));
  }
  for (const range of UNPARSED) {
    it(`${JSON.stringify(range)} are unknown`, () => assert.equal(majorsIn(range), undefined));
  }
});

describe('the ranges of dependencies on Express', () => {
  for (const range of IN) {
    it(`${JSON.stringify(range)} includes 4.22.3`, () => assert.equal(satisfies('4.22.3', range), true));
  }
  for (const range of [...OUT, ...UNKNOWN]) {
    it(`${JSON.stringify(range)} does not include 4.22.3`, () =>
      assert.equal(satisfies('4.22.3', range), false));
  }
});
