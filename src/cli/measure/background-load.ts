/** How busy other programs keep the machine while something is measured on it. */
import { availableParallelism, cpus } from 'node:os';

/** Cores that a measurement itself keeps busy: one for the server, one for the load. */
const OWN = 2;
/** Cores that others may use of those; some of it is the system's work for the measurement. */
const BEARABLE = 0.5;

/** Microseconds of CPU time that all programs of the measurement have used until now. */
type OwnTime = () => Promise<number>;

/** What is known of a machine, and can be replaced by tests. */
export interface Machine {
  readonly cores: number;
  /** Milliseconds that all cores have worked until now, for whomever. */
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

  /** A warning, if others were so busy that figures cannot be trusted. */
  async warning(): Promise<string | null> {
    const { cores, busyTime, now } = this.#machine;
    const own = ((await this.#own()) - this.#before.own) / 1000;
    const busy = (busyTime() - this.#before.all - own) / (now() - this.#before.clock);
    if (busy <= Math.max(BEARABLE, cores - OWN)) return null;
    return `Figures are unreliable: other programs kept ${busy.toFixed(1)} of ${cores} cores busy while they were measured.`;
  }
}
