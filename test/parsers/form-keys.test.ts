import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import qs from 'qs';
import { FormKeys } from '../../src/parsers/form-keys.js';
import { isFlat } from '../../src/parsers/pairs.js';
import { cases } from '../support/cases.js';

const seed = Number(process.env.MAGLEV_SEED ?? Date.now() % 1_000_000_000);

function parseByQs(text: string): object {
  return qs.parse(text, { depth: 0, allowPrototypes: true, parameterLimit: 1e6, arrayLimit: 1e6 });
}

/** Parses a form and compares the observable result with the result of qs. */
function assertSame(keys: FormKeys, text: string): void {
  const read = keys.read(text);
  assert.deepEqual(read, parseByQs(text), JSON.stringify(text));
  assert.deepEqual(Object.keys(read), Object.keys(parseByQs(text)), JSON.stringify(text));
  assert.equal(Object.getPrototypeOf(read), Object.prototype);
}

const token = fc.constantFrom(
  ...['a', 'b', 'ab', 'name', '0', '7', '__proto__', 'toString', 'constructor', 'x', '\xe9', '\u20ac'],
  ...['%61', '%3D', '%26', '%25', '%2B', '%C3%A9', '%', '%zz', '%C3', '+', ' ', '=', '', 'a long value'],
);
const part = fc.array(token, { maxLength: 3 }).map((tokens) => tokens.join(''));
const pair = fc.tuple(part, fc.constantFrom('=', '=', '=', '', '=='), part).map((parts) => parts.join(''));
const form = fc.array(pair, { maxLength: 8 }).map((pairs) => pairs.join('&'));

test('forms are parsed as by qs, whatever was parsed before', (t) => {
  t.diagnostic(`seed ${seed}`);
  const property = fc.property(fc.array(form, { minLength: 1, maxLength: 3 }), fc.nat(), (forms, rest) => {
    const keys = new FormKeys();
    for (let i = 0; i < 12; i++) {
      const text = forms[(i * i + rest) % forms.length]!;
      assert.ok(isFlat(text));
      assertSame(keys, text);
    }
  });
  fc.assert(property, { seed, numRuns: cases(3000) });
});

test('forms with the same fields are parsed as by qs with other values, more fields, fewer fields and in another order', (t) => {
  t.diagnostic(`seed ${seed}`);
  const names = ['name', 'mail', 'a', 'ab', 'field0', 'field1', 'field10', '3'];
  const property = fc.property(
    fc.shuffledSubarray(names),
    fc.array(part, { minLength: 60 }),
    (fields, values) => {
      const keys = new FormKeys();
      for (let i = 0; i < 20; i++) {
        const order = i % 5 === 4 ? fields.toReversed() : fields.slice(0, i % 7 === 6 ? 2 : undefined);
        const more = i % 3 === 2 ? ['&ab=again', '&fie', '&', '&&x=1', '=1'][i % 5] : '';
        const pairs = order.map(
          (name, k) => `${name}=${values[(i + k * 7) % values.length]!.replaceAll('=', '')}`,
        );
        assertSame(keys, pairs.join('&') + more);
      }
    },
  );
  fc.assert(property, { seed, numRuns: cases(500) });
});

test('an escaped key is not confused with its unescaped form', () => {
  for (const [first, second] of [
    ['a%3Db=1', 'a=b=1'],
    ['a%26b=1', 'a&b=1'],
    ['a%2561=1', 'a%61=1'],
    ['a%2Bb=1', 'a+b=1'],
  ] as const) {
    const keys = new FormKeys();
    for (let i = 0; i < 4; i++) for (const text of [first, second]) assertSame(keys, text);
  }
});

test('long forms with spaces keep all characters', () => {
  for (const character of ['x', '\xe9', '\u20ac', '\ud83d\ude00', '\ud800']) {
    const keys = new FormKeys();
    for (let i = 0; i < 4; i++) assertSame(keys, `a=${`${character}+`.repeat(300)}&b=${i}`);
  }
});

test('long keys and many keys are parsed as by qs', () => {
  const keys = new FormKeys();
  const long = 'k'.repeat(1_000_000);
  for (let i = 0; i < 3; i++) assertSame(keys, `${long}=1&b=2`);
  const many = Array.from({ length: 5000 }, (_, i) => `key${i}=${i}`).join('&');
  for (let i = 0; i < 3; i++) assertSame(keys, many);
});

test('a key is parsed as before after Object.prototype was polluted with it', () => {
  const keys = new FormKeys();
  for (let i = 0; i < 3; i++) assertSame(keys, 'polluted=1&b=2');
  (Object.prototype as any).polluted = 'everywhere';
  try {
    assert.deepEqual({ ...keys.read('polluted=1&b=2') }, { polluted: '1', b: '2' });
    assert.deepEqual({ ...keys.read('b=2&polluted=1') }, { b: '2', polluted: '1' });
  } finally {
    delete (Object.prototype as any).polluted;
  }
});
