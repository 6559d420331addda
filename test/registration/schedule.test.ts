import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CompilingShare } from '../../src/registration/compiling-share.js';
import { Schedule } from '../../src/registration/schedule.js';

test('compiling again takes 5 % of the CPU time, whatever it costs', () => {
  for (const cost of [1, 30, 1000]) {
    const clock = { now: 0 };
    const schedule = new Schedule(new CompilingShare(() => clock.now));
    const first = compileAfterRequests(schedule, cost, clock);
    assert.ok(first <= 9, `the first time after ${first} requests`);
    const begin = clock.now;
    let compiling = 0;
    while (clock.now - begin < 1_000_000) {
      compileAfterRequests(schedule, cost, clock);
      compiling += cost;
    }
    const share = compiling / (clock.now - begin);
    assert.ok(share < 0.055, `${cost} ms each: ${share}`);
  }
});

test('tables share the CPU time', () => {
  const clock = { now: 0 };
  const share = new CompilingShare(() => clock.now);
  const [one, other] = [new Schedule(share), new Schedule(share)];
  for (const schedule of [one, other]) {
    compileAfterRequests(schedule, 1000, clock);
    assert.equal(schedule.hasTimeLeft(), true);
  }
  compileAfterRequests(one, 1000, clock);
  assert.equal(other.hasTimeLeft(), false);
  clock.now += 20_000;
  assert.equal(other.hasTimeLeft(), true);
});

test('a table is compiled less and less often', () => {
  const schedule = new Schedule(new CompilingShare(() => 0));
  const waits = Array.from({ length: 12 }, () => compileAfterRequests(schedule, 0, { now: 0 }));
  assert.deepEqual(waits, [9, 17, 33, 65, 129, 257, 513, 1025, 2049, 4097, 4097, 4097]);
});

test('after an error of the compiler, the next try is after many requests', () => {
  const schedule = new Schedule(new CompilingShare(() => 0));
  compileAfterRequests(schedule, 0, { now: 0 });
  schedule.postpone();
  assert.equal(compileAfterRequests(schedule, 0, { now: 0 }), 4097);
});

/** Returns the number of requests, which take a millisecond of CPU time each, as those that scan large tables do. */
function compileAfterRequests(schedule: Schedule, cost: number, clock: { now: number }): number {
  for (let requests = 1; ; requests++) {
    clock.now++;
    if (!schedule.isDue()) continue;
    const onSlice = schedule.start();
    clock.now += cost;
    onSlice(cost);
    return requests;
  }
}
