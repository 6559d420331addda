import { milliseconds, type Steps } from '../../compiler/steps.js';
import { clearTimeout, setTimeout } from '../timers.js';

/** How long a request may wait for the compilation, in milliseconds. */
const SLICE_MS = 5;
/** A slice has at least this many steps, so that small tables are compiled in one slice, even on a busy machine. */
const MIN_STEPS = 32;

/** Runs steps in slices of a few milliseconds, so that requests are handled in between. Does not keep the process alive. */
export class SlicedWork<T> {
  readonly #steps: Steps<T>;
  readonly #onDone: (result: T | null) => void;
  readonly #now: () => number;
  #timer: NodeJS.Timeout | undefined;
  #isCancelled = false;

  /** `onDone` gets null if a step has thrown: an error thrown in a timer would crash the process. */
  constructor(steps: Steps<T>, onDone: (result: T | null) => void, now: () => number = milliseconds) {
    this.#steps = steps;
    this.#onDone = onDone;
    this.#now = now;
  }

  /** Runs one slice now, and schedules the next one if there are steps left. */
  runSlice(): void {
    const until = this.#now() + SLICE_MS;
    try {
      for (let step = 1; step <= MIN_STEPS || this.#now() < until; step++) {
        const { done, value } = this.#steps.next();
        // A step may detect a change that makes the result useless.
        if (this.#isCancelled) return;
        if (done) {
          this.#onDone(value);
          return;
        }
      }
    } catch {
      if (!this.#isCancelled) this.#onDone(null);
      return;
    }
    this.scheduleSlice();
  }

  /** Runs the next slice in a timer, after the events that are already due. */
  scheduleSlice(): void {
    if (!this.#isCancelled) this.#timer = setTimeout(() => this.runSlice(), 0).unref();
  }

  cancel(): void {
    this.#isCancelled = true;
    clearTimeout(this.#timer);
  }
}
