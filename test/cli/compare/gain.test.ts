import assert from 'node:assert/strict';
import test from 'node:test';
import { change, isBetter, rowsOf } from '../../../src/cli/compare/figures.js';
import { gainOf } from '../../../src/cli/compare/gain.js';
import type { Measured, Speed } from '../../../src/cli/compare/measure.js';
import { summary } from '../../../src/cli/measure/statistics.js';
import { result } from './results.js';

const speed = result.speed as Speed;
const ROUNDS = 30;

/** A run in which Express costs 100 µs, and maglev that divided by `times`, round by round. */
function runOf(times: (round: number) => number, rounds = ROUNDS): Speed {
  const numbers = Array.from({ length: rounds }, (_, round) => times(round));
  const { express, maglev, ...rest } = speed.overall;
  const overall: Measured = {
    ...rest,
    express: { ...express, cpu: summary(numbers.map(() => 100)) },
    maglev: { ...maglev, cpu: summary(numbers.map((one) => 100 / one)) },
  };
  return { ...speed, overall };
}

/** Rounds that alternate between the first and the last. */
function between(low: number, middle: number, high: number): (round: number) => number {
  return (round) => [low, high, middle, low, high][round % 5]!;
}

function sentenceOf(times: (round: number) => number, rounds?: number): string {
  return gainOf(runOf(times, rounds)).sentence;
}

function changeIn(times: (round: number) => number, rounds?: number): [string, boolean | undefined] {
  const run = runOf(times, rounds);
  const [cpu] = rowsOf(run.overall, run);
  return [change(cpu!), isBetter(cpu!)];
}

test('reports a gain that all rounds agree on as one figure with its interval', () => {
  assert.equal(
    sentenceOf(() => 4),
    'maglev saves 75 % of the CPU time (75-75): 75 of 100 µs per request. A core that serves 10k requests per second on Express could serve 40k.',
  );
  assert.match(
    sentenceOf(between(2.4, 2.5, 2.6)),
    /^maglev saves 60 % of the CPU time \(58-62\): 60 of 100 µs per request\./,
  );
  assert.equal(
    sentenceOf(() => 0.8),
    'maglev costs 25 % more CPU time (25-25): 25 µs per request.',
  );
});

test('uses the saved share, not the ratio: 6 and 8 times as much save nearly the same', () => {
  assert.match(sentenceOf(between(6, 7, 8)), /^maglev saves 86 % of the CPU time \(83-88\)/);
});

test('a gain that rounds do not agree on is reported as a range', () => {
  const rounds = between(1.7, 2, 2.5);
  assert.equal(
    sentenceOf(rounds),
    'maglev saves between 41 and 60 % of the 100 µs of CPU time per request. Run longer with --time for a narrower range.',
  );
  assert.deepEqual(changeIn(rounds), ['1.70 to 2.50 times less', true]);
  assert.match(
    sentenceOf(between(0.8, 0.85, 0.9)),
    /^maglev costs between 11 and 25 % more CPU time\. Run longer with --time for a narrower range\./,
  );
});

test('reports no single figure if the halves of a run disagree', () => {
  assert.match(
    sentenceOf((round) => (round < 21 ? 2 : 2.6)),
    /^maglev saves between 50 and 62 % /,
  );
  assert.match(
    sentenceOf((round) => (round % 2 === 0 || round < 12 ? 2 : 2.6)),
    /^maglev saves between 50 and 62 % /,
  );
  assert.match(
    sentenceOf((round) => (round < 21 ? 1.2 : 3)),
    /^maglev saves between 17 and 67 % /,
  );
});

test('reports a tie only if the difference is small', () => {
  const tied = between(0.98, 1, 1.03);
  assert.equal(
    sentenceOf(tied),
    'maglev and Express are tied: the difference is at most 3 %. maglev saves no CPU time here.',
  );
  assert.deepEqual(changeIn(tied), ['tied', undefined]);
  const unsteady = between(0.9, 1, 1.2);
  assert.match(
    sentenceOf(unsteady),
    /^No verdict on CPU time: the rounds do not agree on which costs less \(.* from -11 to 17 %/,
  );
  assert.deepEqual(changeIn(unsteady), ['unclear', undefined]);
});

test('gives no verdict on few rounds, even if they agree', () => {
  assert.match(
    sentenceOf(() => 4, 4),
    /^No verdict on CPU time: there were too few rounds\. Run longer with --time\.$/,
  );
  assert.deepEqual(
    changeIn(() => 4, 4),
    ['unclear', undefined],
  );
  assert.deepEqual(
    changeIn(() => 4, 5),
    ['4.00 times less', true],
  );
});

test('gives no verdict before the warm-up, even if rounds agree', () => {
  const gain = gainOf({ ...runOf(() => 4), unsettled: 'Express had not warmed up' });
  assert.deepEqual(gain, {
    verdict: 'none',
    saved: null,
    sentence: 'No verdict on CPU time: Express had not warmed up. Run longer with --time.',
  });
});

test('provides the gain as data', () => {
  const { verdict, saved } = gainOf(runOf(() => 4));
  assert.deepEqual({ verdict, saved }, { verdict: 'saves', saved: { median: 0.75, low: 0.75, high: 0.75 } });
  assert.equal(gainOf(runOf(() => 1)).verdict, 'tied');
  assert.equal(gainOf(runOf(() => 0.5)).verdict, 'costs');
});
