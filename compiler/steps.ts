/** Work as a generator that yields regularly, so that its caller can handle requests in between. */
export type Steps<T> = Generator<void, T>;

/** In the units of budget.ts: some ten microseconds for optimised code, and less than a millisecond before V8 has compiled it. */
const UNITS_PER_STEP = 2048;

/** Tells loops when to yield: by the work that is done, because elements may differ in size by any factor. */
export class Pace {
  #left = UNITS_PER_STEP;

  /** Whether to yield, after that much more work. */
  isDue(units: number): boolean {
    this.#left -= units;
    if (this.#left > 0) return false;
    this.#left = UNITS_PER_STEP;
    return true;
  }
}

export function runToEnd<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

// Taken when loaded: tests of applications replace it later, and count its calls.
const { hrtime } = process;

/** Does not use `performance`, which Node loads lazily: loading it takes as long as compiling a small table. */
export function milliseconds(): number {
  const [seconds, nanoseconds] = hrtime();
  return seconds * 1000 + nanoseconds / 1e6;
}

/** Also returns how long the steps took, without the time between them. */
export function* timeSteps<T>(steps: Steps<T>): Steps<[result: T, milliseconds: number]> {
  let spent = 0;
  for (;;) {
    const begin = milliseconds();
    const { done, value } = steps.next();
    spent += milliseconds() - begin;
    if (done) return [value, spent];
    yield;
  }
}
