/** When idle connections are closed, with a clock of the test. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type IdleConnection, IdleConnections } from '../../src/server/idle-connections.js';

class Waiting implements IdleConnection {
  previous: IdleConnection | null = null;
  next: IdleConnection | null = null;
  deadline = 0;
  readonly #list: IdleConnections;
  readonly #onEnd: () => void;

  constructor(list: IdleConnections, onEnd: () => void) {
    this.#list = list;
    this.#onEnd = onEnd;
  }

  onFirstLook(): void {}

  onIdleTimeout(): void {
    this.#list.remove(this);
    this.#onEnd();
  }
}

/** A list whose timer fires when the test says so, however late. */
function listWith(milliseconds: number) {
  let time = 0;
  let look = (): void => {};
  let interval = 0;
  const list = new IdleConnections(milliseconds, {
    now: () => time,
    setInterval(callback, given) {
      look = callback;
      interval = given;
      return { unref() {} };
    },
    clearInterval() {},
  });
  const run = (until: number, step = interval): void => {
    while (time < until) {
      time += step;
      look();
    }
  };
  return { list, run, now: () => time, add: (onEnd: () => void) => list.add(new Waiting(list, onEnd)) };
}

it('are closed when their time is over, at most 5 % late', () => {
  const { run, add, now } = listWith(2000);
  run(130);
  const begin = now() + 1;
  let end = 0;
  add(() => {
    end = now();
  });
  run(5000);
  assert.ok(end >= begin + 2000 && end <= begin + 2100, `closed after ${end - begin} ms`);
});

it('are closed in time if each look is late', () => {
  const { run, add, now } = listWith(2000);
  let end = 0;
  add(() => {
    end = now();
  });
  run(5000, 140);
  assert.ok(end >= 2000 && end <= 2000 + 2 * 140, `closed after ${end} ms`);
});

it('are never closed early because a look was late', () => {
  const { run, add, now } = listWith(2000);
  run(100);
  // The event loop is blocked; the response is sent at its end.
  run(1900, 1800);
  const begin = now();
  let end = 0;
  add(() => {
    end = now();
  });
  run(8000);
  assert.ok(end >= begin + 2000, `closed after ${end - begin} ms`);
});

it('leave the list, whichever is looked at next', () => {
  const { list, run, now } = listWith(1000);
  const ended: string[] = [];
  const connections = ['a', 'b', 'c', 'd'].map((name) => new Waiting(list, () => ended.push(name)));
  for (const one of connections) list.add(one);
  list.remove(connections[0]!);
  run(100);
  list.add(connections[0]!);
  list.remove(connections[2]!);
  run(now() + 5000);
  assert.deepEqual(ended, ['b', 'd', 'a']);
});
