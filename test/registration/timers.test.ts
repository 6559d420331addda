import assert from 'node:assert/strict';
import { test } from 'node:test';
import { afterEvents } from '../../src/timers.js';

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

test('a call of afterEvents that is cancelled does not happen, before and after the events', async () => {
  let calls = 0;
  afterEvents(() => calls++)();
  const cancel = afterEvents(() => calls++);
  await new Promise((resolve) => setImmediate(resolve));
  cancel();
  await new Promise((resolve) => setTimeout(resolve, 5));
  assert.equal(calls, 0);
});
