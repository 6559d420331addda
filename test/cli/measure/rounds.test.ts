import assert from 'node:assert/strict';
import test from 'node:test';
import { rounds } from '../../../src/cli/measure/rounds.js';

test('each round begins with another subject, and figures stay with theirs', async () => {
  const order: string[] = [];
  const measured = await rounds(['a', 'b', 'c'], 3, async (subject: string, round: number) => {
    order.push(subject);
    return subject + round;
  });
  assert.equal(order.join(''), 'abcbcacab');
  assert.deepEqual(measured, [
    ['a0', 'a1', 'a2'],
    ['b0', 'b1', 'b2'],
    ['c0', 'c1', 'c2'],
  ]);
});

test('a round that has begun is ended, and none begins after the time', async () => {
  let runs = 0;
  const run = async (subject: string) => subject + runs++;
  const measured = await rounds(['a', 'b'], 9, run, () => runs >= 3);
  assert.deepEqual(measured, [
    ['a0', 'a3'],
    ['b1', 'b2'],
  ]);
});
