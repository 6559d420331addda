import assert from 'node:assert/strict';
import test from 'node:test';
import { rounds } from '../../../src/cli/measure/rounds.js';

test('starts each round with another subject, and keeps figures with their subject', async () => {
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

test('completes a started round, and starts none after the time limit', async () => {
  let runs = 0;
  const run = async (subject: string) => subject + runs++;
  const measured = await rounds(['a', 'b'], 9, run, () => runs >= 3);
  assert.deepEqual(measured, [
    ['a0', 'a3'],
    ['b1', 'b2'],
  ]);
});
