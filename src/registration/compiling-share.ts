// Taken when loaded: tests of applications replace it later.
const { min } = Math;

/** Programs may take this share of the CPU time of the process to be compiled again. */
const SHARE = 0.05;
/** As much as that share is in five seconds, in milliseconds. */
const BURST = 250;

/**
 * Limits what tables cost that change all the time. The first compilation of a table is not counted: to register its layers costs about as
 * much. CPU time counts, not time: a process that does nothing has nothing to gain from compiling.
 */
export class CompilingShare {
  readonly #now: () => number;
  #left = BURST;
  #lastNow: number;

  constructor(now: () => number = cpuMilliseconds) {
    this.#now = now;
    this.#lastNow = now();
  }

  /** Whether a table may be compiled again. A compilation that has begun is finished even if it takes more than is left. */
  hasTimeLeft(): boolean {
    const now = this.#now();
    this.#left = min(BURST, this.#left + (now - this.#lastNow) * SHARE);
    this.#lastNow = now;
    return this.#left > 0;
  }

  spend(milliseconds: number): void {
    this.#left -= milliseconds;
  }
}

function cpuMilliseconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
