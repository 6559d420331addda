import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { TextMap } from '../../compiler/text-map.js';

const RUNS = { seed: Number(process.env.MAGLEV_SEED ?? Date.now() % 1_000_000_000) };

describe('TextMap', () => {
  test('finds the same values as a Map, by strings and by parts of strings', (t) => {
    t.diagnostic(`seed ${RUNS.seed}`);
    // Few characters and lengths, so that many strings are almost equal.
    const texts = fc.array(
      fc.string({ unit: fc.constantFrom('a', 'b', '/', '\u00e9', '\u{1f682}'), maxLength: 70 }),
      {
        maxLength: 60,
      },
    );
    fc.assert(
      fc.property(texts, texts, fc.string(), fc.string(), (added, others, before, after) => {
        const expected = new Map<string, number>();
        const map = new TextMap<number>();
        for (const [index, text] of added.entries()) {
          if (expected.has(text)) continue;
          expected.set(text, index);
          map.add(text, index);
        }
        assert.equal(map.size, expected.size);
        assert.deepEqual([...map], [...expected]);
        assert.deepEqual([...map.values()], [...expected.values()]);
        for (const text of [...added, ...others]) {
          assert.equal(map.get(text), expected.get(text));
          const [begin, end] = [before.length, before.length + text.length];
          assert.equal(map.find(before + text + after, begin, end), expected.get(text));
        }
      }),
      RUNS,
    );
  });

  test('finds each of many entries', () => {
    const map = new TextMap<number>();
    for (let i = 0; i < 5_000; i++) map.add(`text${i}`, i);
    for (let i = 0; i < 5_000; i++) assert.equal(map.get(`text${i}`), i);
    assert.equal(map.get('text5000'), undefined);
  });

  test('finds strings whose polynomial hashes collide', () => {
    let [one, other] = ['0', 'p'];
    for (let i = 0; i < 8; i++) [one, other] = [one + other, other + one];
    const map = new TextMap<number>();
    const textOf = (bits: number) =>
      Array.from({ length: 6 }, (_, i) => ((bits >> i) & 1 ? one : other)).join('');
    for (let bits = 0; bits < 64; bits++) map.add(textOf(bits), bits);
    for (let bits = 0; bits < 64; bits++) assert.equal(map.get(textOf(bits)), bits);
  });

  test('distinguishes strings whose lengths differ by 32 characters', () => {
    const map = new TextMap<number>();
    map.add('a'.repeat(40), 1);
    assert.equal(map.get('a'.repeat(8)), undefined);
    assert.equal(map.get('a'.repeat(72)), undefined);
    assert.equal(map.find('a'.repeat(80), 8, 48), 1);
  });
});
