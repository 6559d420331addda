import assert from 'node:assert/strict';
import test from 'node:test';
import { besideOf, measurePairs } from '../../bench/http/pairs.js';

test('runs the base directly before or after each of the others', async () => {
  const turns: string[] = [];
  const pairs = await measurePairs('raw', ['a', 'b', 'c'], 2, async (subject, round) => {
    turns.push(subject);
    return `${subject} ${round} ${turns.length}`;
  });
  assert.equal(turns.join(' '), 'raw a b raw c raw b c raw a');
  assert.deepEqual(pairs.get('a'), [
    { own: 'a 0 2', base: 'raw 0 1' },
    { own: 'a 1 10', base: 'raw 1 9' },
  ]);
  assert.deepEqual(pairs.get('b'), [
    { own: 'b 0 3', base: 'raw 0 4' },
    { own: 'b 1 7', base: 'raw 1 6' },
  ]);
  assert.deepEqual(pairs.get('raw'), [
    { own: 'raw 0 1', base: 'raw 0 1' },
    { own: 'raw 1 6', base: 'raw 1 6' },
  ]);
});

test('noise that affects both of a pair does not change a share', () => {
  const pairOf = (noise: number) => ({
    own: { cpu: 40 * noise, p99: 3 * noise },
    base: { cpu: 20 * noise, p99: 2 * noise },
  });
  const { share, p99Ratio } = besideOf([1, 2, 4].map(pairOf));
  assert.deepEqual([share.median, share.low, share.high], [0.5, 0.5, 0.5]);
  assert.equal(p99Ratio.median, 1.5);
});
