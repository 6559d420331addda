import { CompilingShare } from './compiling-share.js';

// Taken when loaded: tests of applications replace it later.
const { min } = Math;

/** After a change, this many requests are handled by scanning the stack before the table is compiled again. */
const WARM_UP = 8;
/** `WARM_UP` doubles with every compilation, up to this number, so that compilation does not cost more than scanning. */
const MAX_WARM_UP = 4096;

/** Shared by all tables of the process. */
const sharedShare = new CompilingShare();

/**
 * When a table is compiled. The rules are the same for every reason: the table or a mounted one has changed, has got many more layers, or
 * users have changed a layer.
 */
export class Schedule {
  readonly #share: CompilingShare;
  #requests = 0;
  #warmUp = WARM_UP;
  #hasStarted = false;

  constructor(share: CompilingShare = sharedShare) {
    this.#share = share;
  }

  /** Called for each request that finds no program, or an old one. Returns whether to compile now. */
  isDue(): boolean {
    if (++this.#requests <= this.#warmUp) return false;
    this.#requests = 0;
    return this.hasTimeLeft();
  }

  /** The first compilation of a table does not count: to register its layers costs about as much. */
  hasTimeLeft(): boolean {
    return !this.#hasStarted || this.#share.hasTimeLeft();
  }

  /** Called when the table has changed, and after it was compiled synchronously. */
  restart(): void {
    this.#requests = 0;
  }

  /** Called when a compilation starts. Returns a function that is called with the time of each of its slices. */
  start(): (milliseconds: number) => void {
    this.#requests = 0;
    this.#warmUp = min(this.#warmUp * 2, MAX_WARM_UP);
    const isFirst = !this.#hasStarted;
    this.#hasStarted = true;
    return (milliseconds) => {
      if (!isFirst) this.#share.spend(milliseconds);
    };
  }

  /** Called when the compiler has thrown. */
  postpone(): void {
    this.#warmUp = MAX_WARM_UP;
  }
}
