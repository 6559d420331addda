import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { NO_DIGITS, readDigits } from '../src/digits.js';
import { isLength, lengthOf } from '../src/parsers/headers.js';

const EDGE_CASES = [
  '',
  ' ',
  '0',
  '00',
  '007',
  '9'.repeat(15),
  '9'.repeat(16),
  '1e3',
  '+1',
  '-1',
  ' 5',
  '5 ',
  '0x10',
  '٣',
];
const INVALID = ['12abc', 'abc', 'NaN', 'Infinity', '1.5', '1,1', undefined];

test('readDigits returns the number of up to 15 digits, and NO_DIGITS otherwise', (t) => {
  const seed = Number(process.env.MAGLEV_SEED ?? Date.now() % 1_000_000_000);
  t.diagnostic(`seed ${seed}`);
  const text = fc.oneof(fc.nat().map(String), fc.string(), fc.constantFrom(...EDGE_CASES));
  const property = fc.property(text, (one) => {
    assert.equal(readDigits(one), /^[0-9]{1,15}$/.test(one) ? Number(one) : NO_DIGITS);
  });
  fc.assert(property, { seed });
  for (const one of [1, null, undefined, ['1']]) assert.equal(readDigits(one), NO_DIGITS);
});

test('a length is parsed as by Number and parseInt', () => {
  for (const header of [...EDGE_CASES, ...INVALID]) {
    const isNumber = !Number.isNaN(Number(header));
    assert.equal(isLength(header), isNumber, header);
    assert.equal(lengthOf(header), isNumber ? Number.parseInt(header!, 10) : null, header);
  }
  // As in body-parser, which calls isNaN.
  assert.throws(() => isLength(7n), TypeError);
});
