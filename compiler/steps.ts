/** Work that rests now and then, so that whoever does it can do something else in between. */
export type Steps<T> = Generator<void, T>;

export function runToEnd<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** The milliseconds that the work itself takes, beside its result: rests may be long. */
export function* timed<T>(steps: Steps<T>): Steps<[result: T, milliseconds: number]> {
  let milliseconds = 0;
  for (;;) {
    const begin = performance.now();
    const { done, value } = steps.next();
    milliseconds += performance.now() - begin;
    if (done) return [value, milliseconds];
    yield;
  }
}
