// Not the global one: whoever replaces that in a test means the timers of the application.
import { clearTimeout, setTimeout } from 'node:timers';
import type { Steps } from '../../compiler/steps.js';

/** For how long, in milliseconds, a request or a start may wait for work that can as well be done later. */
export const SLICE = 5;
/** So many steps are done whatever the clock says: a small table is compiled at once, also on a machine that is busy. */
const LEAST_STEPS = 32;

/** Work that is done a slice at a time, between requests. It keeps no process alive. */
export class Slices<T> {
  readonly #steps: Steps<T>;
  readonly #end: (result: T | null) => void;
  readonly #now: () => number;
  #timer: NodeJS.Timeout | undefined;

  /** `end` gets null if the work has failed: nobody is there to catch what is thrown between requests. */
  constructor(steps: Steps<T>, end: (result: T | null) => void, now: () => number = () => performance.now()) {
    this.#steps = steps;
    this.#end = end;
    this.#now = now;
  }

  /** Works for a slice, and goes on after a rest if that was not enough. */
  work(): void {
    const until = this.#now() + SLICE;
    try {
      for (let step = 1; step <= LEAST_STEPS || this.#now() < until; step++) {
        const { done, value } = this.#steps.next();
        if (done) {
          this.#end(value);
          return;
        }
      }
    } catch {
      this.#end(null);
      return;
    }
    this.rest();
  }

  /** Works on when everything else that is due has been done. */
  rest(): void {
    this.#timer = setTimeout(() => this.work(), 0).unref();
  }

  cancel(): void {
    clearTimeout(this.#timer);
  }
}
