/** How busy other programs keep the machine while something is measured on it. */
import { availableParallelism, cpus } from 'node:os';

/** Cores that a measurement itself keeps busy: one for the server, one for the load. */
const OWN = 2;
/** Cores that others may use of those; some of it is the system's work for the measurement. */
const BEARABLE = 0.5;

/** Microseconds of CPU time that all programs of the measurement have used until now. */
type OwnTime = () => Promise<number>;

export class Elsewhere {
  readonly #own: OwnTime;
  readonly #before: { readonly all: number; readonly own: number; readonly clock: number };

  private constructor(own: OwnTime, before: number) {
    this.#own = own;
    this.#before = { all: busyTime(), own: before, clock: performance.now() };
  }

  static async watch(own: OwnTime): Promise<Elsewhere> {
    return new Elsewhere(own, await own());
  }

  /** A warning, if others were so busy that figures cannot be trusted. */
  async warning(): Promise<string | null> {
    const milliseconds = performance.now() - this.#before.clock;
    const own = ((await this.#own()) - this.#before.own) / 1000;
    const busy = (busyTime() - this.#before.all - own) / milliseconds;
    const number = availableParallelism();
    if (busy <= Math.max(BEARABLE, number - OWN)) return null;
    return `Figures are unreliable: other programs kept ${busy.toFixed(1)} of ${number} cores busy while they were measured.`;
  }
}

/** Milliseconds that all cores have worked, for whomever. */
function busyTime(): number {
  return cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0);
}
