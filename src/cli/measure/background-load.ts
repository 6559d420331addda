/** How busy other programs keep the machine during a measurement. */
import { availableParallelism, cpus } from 'node:os';

/** Cores that a measurement itself keeps busy: one for the server, one for the load. */
const OWN = 2;
/** Cores that other programs may use; part of that is the system's work for the measurement. */
const BEARABLE = 0.5;

/** Microseconds of CPU time that all programs of the measurement have used so far. */
type OwnTime = () => Promise<number>;

/** The clocks of a machine, which tests can replace. */
export interface Machine {
  readonly cores: number;
  /** Milliseconds that all cores have worked so far, for any program. */
  busyTime(): number;
  /** Milliseconds. */
  now(): number;
}

const HERE: Machine = {
  cores: availableParallelism(),
  busyTime: () => cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0),
  now: () => performance.now(),
};

export class BackgroundLoad {
  readonly #own: OwnTime;
  readonly #machine: Machine;
  readonly #before: { readonly all: number; readonly own: number; readonly clock: number };

  private constructor(own: OwnTime, machine: Machine, before: number) {
    this.#own = own;
    this.#machine = machine;
    this.#before = { all: machine.busyTime(), own: before, clock: machine.now() };
  }

  static async watch(own: OwnTime, machine = HERE): Promise<BackgroundLoad> {
    return new BackgroundLoad(own, machine, await own());
  }

  /** A warning, if other programs were so busy that figures about waiting are unreliable. */
  async warning(): Promise<string | null> {
    const { cores, busyTime, now } = this.#machine;
    const own = ((await this.#own()) - this.#before.own) / 1000;
    const busy = (busyTime() - this.#before.all - own) / (now() - this.#before.clock);
    if (busy <= Math.max(BEARABLE, cores - OWN)) return null;
    return `Other programs kept ${busy.toFixed(1)} of ${cores} cores busy, so requests per second and latency are unreliable. CPU time is compared between adjacent rounds, and reported as far as these agree.`;
  }
}
