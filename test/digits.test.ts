import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { NO_DIGITS, readDigits } from '../src/digits.js';
import { isLength, lengthOf } from '../src/parsers/headers.js';

const ODD = [
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
const OTHER = ['12abc', 'abc', 'NaN', 'Infinity', '1.5', '1,1', undefined];

test('digits are the number that they are, and nothing else is', (t) => {
  const seed = Number(process.env.MAGLEV_SEED ?? Date.now() % 1_000_000_000);
  t.diagnostic(`seed ${seed}`);
  const text = fc.oneof(fc.nat().map(String), fc.string(), fc.constantFrom(...ODD));
  const property = fc.property(text, (one) => {
    assert.equal(readDigits(one), /^[0-9]{1,15}$/.test(one) ? Number(one) : NO_DIGITS);
  });
  fc.assert(property, { seed });
  for (const one of [1, null, undefined, ['1']]) assert.equal(readDigits(one), NO_DIGITS);
});

test('a length is what Number and parseInt make of it', () => {
  for (const header of [...ODD, ...OTHER]) {
    const isNumber = !Number.isNaN(Number(header));
    assert.equal(isLength(header), isNumber, header);
    assert.equal(lengthOf(header), isNumber ? Number.parseInt(header!, 10) : null, header);
  }
  // As in body-parser, which asks whether it is a number.
  assert.throws(() => isLength(7n), TypeError);
});
