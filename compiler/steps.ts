/** Work as a generator that yields now and then, so that its caller can answer requests in between. */
export type Steps<T> = Generator<void, T>;

export function runToEnd<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Adds to the result how long the steps took, without the time between them. */
export function* timeSteps<T>(steps: Steps<T>): Steps<[result: T, milliseconds: number]> {
  let milliseconds = 0;
  for (;;) {
    const begin = performance.now();
    const { done, value } = steps.next();
    milliseconds += performance.now() - begin;
    if (done) return [value, milliseconds];
    yield;
  }
}
