import { milliseconds, type Steps } from '../../compiler/steps.js';
import { afterEvents, type Cancel } from '../timers.js';

/** How long a request may wait for the compilation, in milliseconds. A step and a garbage collection may follow. */
const SLICE_MS = 2;
/** A slice has at least this many steps, so that small tables are compiled in one slice, even on a busy machine. */
const MIN_STEPS = 16;

/** Runs steps in slices of a few milliseconds, so that requests are handled in between. Does not keep the process alive. */
export class SlicedWork<T> {
  readonly #steps: Steps<T>;
  readonly #onDone: (result: T | null) => void;
  readonly #onSlice: (milliseconds: number) => void;
  readonly #now: () => number;
  #cancelNext: Cancel | undefined;
  #isCancelled = false;

  /**
   * `onDone` gets null if a step has thrown: an error thrown in a timer would crash the process. `onSlice` gets the time of each slice.
   */
  constructor(
    steps: Steps<T>,
    onDone: (result: T | null) => void,
    onSlice: (milliseconds: number) => void = () => {},
    now: () => number = milliseconds,
  ) {
    this.#steps = steps;
    this.#onDone = onDone;
    this.#onSlice = onSlice;
    this.#now = now;
  }

  /** Runs one slice now, and schedules the next one if there are steps left. */
  runSlice(): void {
    const begin = this.#now();
    this.#runSteps(begin + SLICE_MS);
    this.#onSlice(this.#now() - begin);
  }

  #runSteps(until: number): void {
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

  /** Runs the next slice after the events that are already due. */
  scheduleSlice(): void {
    if (!this.#isCancelled) this.#cancelNext = afterEvents(() => this.runSlice());
  }

  cancel(): void {
    this.#isCancelled = true;
    this.#cancelNext?.();
  }
}
