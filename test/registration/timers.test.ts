import assert from 'node:assert/strict';
import { test } from 'node:test';
import { afterEvents } from '../../src/timers.js';
import { HANGS } from '../support/patience.js';

/** Longer than any timer of `afterEvents`, so that it is due when this returns. */
function block(milliseconds: number): void {
  const until = performance.now() + milliseconds;
  while (performance.now() < until);
}

test('afterEvents handles events between two calls, even if the first one takes long', async () => {
  const order: string[] = [];
  await new Promise<void>((done) => {
    afterEvents(() => {
      order.push('first');
      setImmediate(() => order.push('event'));
      afterEvents(() => {
        order.push('second');
        done();
      });
      block(10);
    });
    // `afterEvents` does not keep the process alive.
    const keepAlive = setInterval(() => order.includes('second') && clearInterval(keepAlive), 1);
  });
  assert.deepEqual(order, ['first', 'event', 'second']);
});

test('afterEvents also calls if there are no events', async () => {
  let isLate = false;
  const keepAlive = setTimeout(() => {
    isLate = true;
  }, HANGS);
  await new Promise<void>((done) => afterEvents(() => afterEvents(done)));
  clearTimeout(keepAlive);
  assert.equal(isLate, false);
});

test('a call of afterEvents that is cancelled does not happen', async () => {
  let calls = 0;
  afterEvents(() => calls++)();
  const keepAlive = setTimeout(() => {}, HANGS);
  await new Promise<void>((done) => afterEvents(() => afterEvents(done)));
  clearTimeout(keepAlive);
  assert.equal(calls, 0);
});
