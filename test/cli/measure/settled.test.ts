import assert from 'node:assert/strict';
import test from 'node:test';
import { isFalling, settle, unsettledBy } from '../../../src/cli/measure/settled.js';

/** Bursts of these costs, with the last one repeated. Each takes 400 ms of CPU time. */
function burstsOf(...costs: number[]) {
  const order: string[] = [];
  const runs = new Map<string, number>();
  return {
    order,
    async run(subject: string, spent = 400) {
      const count = runs.get(subject) ?? 0;
      runs.set(subject, count + 1);
      order.push(subject);
      return { cost: costs[Math.min(count, costs.length - 1)]!, spent };
    },
  };
}

const never = () => false;

test('costs fall while two are clearly lower than the two before', () => {
  assert.equal(isFalling([400, 200, 100]), false, 'too few to tell');
  assert.equal(isFalling([400, 200, 100, 90]), true);
  assert.equal(isFalling([400, 200, 100, 90, 110, 89]), false, 'chance');
  assert.equal(isFalling([40, 40, 41, 300]), false, 'an outlier');
});

test('warms up in turns until no side gets cheaper', async () => {
  const { order, run } = burstsOf(400, 300, 200, 100, 50, 40, 40, 40);
  assert.deepEqual(await settle(['a', 'b'], run, never), []);
  assert.equal(order.join(''), 'ab'.repeat(8));
});

test('the side that settles last decides', async () => {
  const fast = burstsOf(40);
  const slow = burstsOf(400, 200, 100, 50, 25, 20, 20, 20);
  const run = (subject: string) => (subject === 'fast' ? fast : slow).run(subject);
  assert.deepEqual(await settle(['fast', 'slow'], run, never), []);
  assert.equal(fast.order.length, 8);
});

test('a side that still gets cheaper at the end of the time is named', async () => {
  let bursts = 0;
  const run = async (subject: string) => ({ cost: subject === 'steady' ? 40 : 1000 / ++bursts, spent: 400 });
  assert.deepEqual(await settle(['steady', 'falling'], run, () => bursts >= 6), [
    { subject: 'falling', spent: 2400 },
  ]);
});

test('measures warm-up in CPU time: a side with little of it has not settled', async () => {
  let bursts = 0;
  const { run } = burstsOf(40);
  const starved = (subject: string) => run(subject, ++bursts && 10);
  assert.deepEqual(await settle(['a'], starved, () => bursts >= 20), [{ subject: 'a', spent: 200 }]);
  bursts = 0;
  assert.deepEqual(await settle(['a'], starved, never), []);
  assert.equal(bursts, 150);
});

test('reports nothing about settled sides', () => {
  assert.equal(unsettledBy([]), null);
});

test('reports a side that had enough CPU time and has not settled', () => {
  assert.equal(
    unsettledBy([{ subject: 'Express', spent: 2000 }]),
    'Express had not warmed up in the time available',
  );
});

test('reports too little CPU time for an application that mostly waits', () => {
  const cold = [
    { subject: 'Express', spent: 900 },
    { subject: 'maglev', spent: 600 },
  ];
  assert.equal(
    unsettledBy(cold),
    'Express and maglev had used 0.6 of the 1.5 s of CPU time that a warm-up needs, because requests wait, the machine is busy or the run is short',
  );
  assert.match(unsettledBy([{ subject: 'maglev', spent: 1499 }])!, /^maglev had used 1\.4 of the 1\.5 s /);
});
