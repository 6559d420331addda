import assert from 'node:assert/strict';
import test from 'node:test';
import {
  intervalText,
  isNoisy,
  percentile,
  ratio,
  type Summary,
  sentenceOf,
  steadyRatio,
  summary,
  verdict,
} from '../../../src/cli/measure/statistics.js';

test('a summary has the median and the spread', () => {
  const { median, low, high } = summary([3, 1, 2]);
  assert.deepEqual({ median, low, high }, { median: 2, low: 1, high: 3 });
  assert.equal(summary([4, 1, 2, 3]).median, 2.5);
});

test('the spread excludes outliers if there are enough rounds', () => {
  const { low, high } = summary([100, 1, 5, 5, 6, 6, 7, 7, 8]);
  assert.deepEqual([low, high], [5, 8]);
});

test('the spread of many rounds is no wider than that of fewer', () => {
  const widths = [100, 1000, 1030, 1100, 10_000].map((count) => {
    const { low, high } = summary(Array.from({ length: count }, (_, i) => i / count));
    return high - low;
  });
  assert.deepEqual(
    widths,
    [...widths].sort((a, b) => b - a),
  );
});

test('computes a ratio round by round, so that noise that affects both does not count', () => {
  const one = summary([10, 20, 40]);
  const other = summary([20, 40, 80]);
  const { median, low, high } = ratio(one, other);
  assert.deepEqual([median, low, high], [2, 2, 2]);
});

test('the interval of a steady ratio contains those of its halves', () => {
  const ROUNDS = 30;
  const ones = summary(Array.from({ length: ROUNDS }, () => 1));
  const timesIf = (isDear: (round: number) => boolean) =>
    summary(Array.from({ length: ROUNDS }, (_, round) => (isDear(round) ? 4 : 2)));
  const interval = ({ low, median, high }: Summary) => [low, median, high];
  assert.deepEqual(
    interval(
      steadyRatio(
        ones,
        timesIf(() => false),
      ),
    ),
    [2, 2, 2],
  );
  // Nine of thirty are a minority of the whole, but not of their half.
  for (const isDear of [
    (round: number) => round > 20,
    (round: number) => round < 9,
    (round: number) => round % 2 === 0 && round < 18,
    (round: number) => round % 2 === 1 && round < 18,
  ]) {
    assert.deepEqual(interval(ratio(ones, timesIf(isDear))), [2, 2, 2]);
    assert.deepEqual(interval(steadyRatio(ones, timesIf(isDear))), [2, 2, 4]);
  }
  assert.deepEqual(interval(steadyRatio(summary([1]), summary([3]))), [3, 3, 3]);
});

test('a difference within the spread is a tie', () => {
  const one = summary([10, 10.4, 10.2]);
  const other = summary([10.4, 10, 10.3]);
  assert.equal(verdict(one, other), 'tie');
  assert.equal(
    sentenceOf('one', 'other', ratio(one, other)),
    'one and other are tied: the difference is within the spread.',
  );
});

test('a wide spread that includes a tie allows no verdict', () => {
  assert.equal(
    sentenceOf('one', 'other', ratio(summary([10, 11, 12]), summary([11, 10, 12.5]))),
    'one and other: too noisy to tell which costs less; the latter costs 0.91 to 1.10 times what the former costs.',
  );
});

test('a wide spread outside of a tie is a verdict, with a range', () => {
  const [cheap, expensive] = [summary([10, 10, 10]), summary([56.3, 60, 70.2])];
  const sentence = 'expensive costs 5.63 to 7.02 times what cheap costs.';
  assert.equal(sentenceOf('cheap', 'expensive', ratio(cheap, expensive)), sentence);
  assert.equal(sentenceOf('expensive', 'cheap', ratio(expensive, cheap)), sentence);
});

test('a single sample is no range', () => {
  assert.equal(
    intervalText(summary([9.9]), (value) => value.toFixed(1)),
    '9.9',
  );
  assert.equal(
    intervalText(summary([9.8, 9.9, 10]), (value) => value.toFixed(1)),
    '9.9 (9.8-10.0)',
  );
  assert.equal(
    sentenceOf('one', 'other', ratio(summary([10]), summary([30]))),
    'other costs 3.00 times what one costs.',
  );
});

test('reports a difference outside the spread with its size, the more expensive one first', () => {
  const cheap = summary([10, 10, 10]);
  const expensive = summary([24, 25, 26]);
  assert.equal(verdict(cheap, expensive), 'cheaper');
  assert.equal(verdict(expensive, cheap), 'costlier');
  const sentence = 'expensive costs 2.50 times (2.40-2.60) what cheap costs.';
  assert.equal(sentenceOf('cheap', 'expensive', ratio(cheap, expensive)), sentence);
  assert.equal(sentenceOf('expensive', 'cheap', ratio(expensive, cheap)), sentence);
});

test('computes percentiles from sorted values', () => {
  const values = Array.from({ length: 100 }, (_, i) => i);
  assert.equal(percentile(values, 0.5), 50);
  assert.equal(percentile(values, 0.99), 99);
  assert.equal(percentile([7], 0.99), 7);
});

test('treats an interval of more than 10 % of its median as noise', () => {
  assert.equal(isNoisy({ median: 100, low: 95, high: 105 }), false);
  assert.equal(isNoisy({ median: 100, low: 94, high: 105 }), true);
});
