/** What the same requests cost on either side: a warm-up, then interleaved rounds, then a profile and the heap of each. */
import { fileURLToPath } from 'node:url';
import { BackgroundLoad } from '../measure/background-load.js';
import { Child, cores, ReportedError } from '../measure/child.js';
import { type Cost, costOf, type Figures, figuresOf } from '../measure/cost.js';
import type { Shares } from '../measure/groups.js';
import { rounds } from '../measure/rounds.js';
import type { EncodedRequest, Job } from '../measure/send-load.js';
import { type Burst, settle, type Unsettled, unsettledBy } from '../measure/settled.js';
import { summary } from '../measure/statistics.js';
import { encodeRequest } from './encode-request.js';
import type { Comparison } from './equality.js';
import type { Reply } from './load.js';
import { isLogout } from './login.js';
import { nameOf, type Request } from './request.js';
import type { Side } from './side.js';
import {
  CONNECTIONS,
  evenly,
  IN_TURN,
  MIN_SLOT,
  MORE_ROUNDS,
  mostAlone,
  type Plan,
  PROFILE,
  pickRequests,
  slotOf,
  slotsOf,
  type Turns,
  takeTurns,
  WARM_UP,
} from './turns.js';

const LOAD = fileURLToPath(new URL('./load.js', import.meta.url));

/** The maximum milliseconds of a warm-up burst, and the minimum number of bursts for each side. */
const MAX_BURST = 250;
const BURSTS = 12;
/** How often the heap is collected, milliseconds that this takes, and milliseconds of requests in between. */
const HEAPS = 5;
const HEAP = 60;
const BEFORE_HEAP = 20;
/** How often each request is tried, to find those that cannot be repeated or take too long. */
const TRIALS = 3;
/** The share of the time that is always left for turns, however long trying all requests took. */
const ENOUGH = 0.3;
/** The minimum milliseconds of a profile. */
const MIN_PROFILE = 200;

export interface Measured {
  readonly name: string;
  /** The status of all responses; null for several requests. */
  readonly status: number | null;
  readonly express: Figures;
  readonly maglev: Figures;
}

interface Rounds {
  readonly rounds: number;
  /** Milliseconds of a turn. */
  readonly slot: number;
}

interface Ending {
  /** The time after which no round starts. */
  readonly end: number;
}

/** The rounds of all requests in turn, and their result. */
export interface Speed extends Rounds {
  /** The rounds of each request alone; null if there is only one request, or no time. */
  readonly alone: Rounds | null;
  readonly connections: number;
  /** All requests in turn. */
  readonly overall: Measured;
  readonly routes: readonly Measured[];
  readonly shares: { readonly express: Shares; readonly maglev: Shares };
  /** Why some requests were not measured. */
  readonly notes: readonly string[];
  /** Why the figures are unreliable; null if they are not. */
  readonly unreliable: string | null;
  /** Why the code may still have been getting faster; null if it was not. */
  readonly unsettled: string | null;
}

export type Report = (doing: string, done: number) => void;

/** What is measured: of a side, and of the process that sends the requests. */
export type Measurable = Pick<
  Side,
  'name' | 'port' | 'requestOf' | 'usage' | 'heap' | 'startProfile' | 'stopProfile'
>;
export interface LoadProcess {
  send(job: Job): Promise<Reply>;
}

/** Measures the requests with equal responses; returns only the reasons if nothing can be measured. */
export async function measure(
  sides: readonly [express: Side, maglev: Side],
  comparisons: readonly Comparison[],
  plan: Plan,
  report: Report,
): Promise<Speed | { readonly notes: readonly string[] }> {
  const load = Child.spawn([process.execPath, LOAD], { name: 'The load', core: cores.load });
  try {
    return await new Measurement(sides, load, plan, report).run(comparisons);
  } finally {
    await load.stop();
  }
}

/** A request that is measured, as each side gets it. */
interface Target {
  readonly name: string;
  readonly status: number;
  readonly encoded: ReadonlyMap<Measurable, EncodedRequest>;
}

/** A target with the duration of one request on the slower side, in milliseconds. */
interface Tried extends Target {
  readonly time: number;
  readonly cpu: number;
}

export class Measurement {
  readonly #sides: readonly [Measurable, Measurable];
  readonly #load: LoadProcess;
  readonly #plan: Plan;
  readonly #report: Report;
  readonly #notes: string[] = [];
  readonly #begin = Date.now();
  #until: number;
  /** Microseconds of CPU time of the load. */
  #loadTime = 0;

  constructor(sides: readonly [Measurable, Measurable], load: LoadProcess, plan: Plan, report: Report) {
    this.#sides = sides;
    this.#load = load;
    this.#plan = plan;
    this.#report = report;
    this.#until = this.#begin + plan.milliseconds;
  }

  async run(comparisons: readonly Comparison[]): Promise<Speed | { notes: string[] }> {
    const elsewhere = await BackgroundLoad.watch(() => this.#ownTime());
    let tried = await this.#tryTargets(this.#chooseTargets(comparisons));
    this.#until = Math.max(this.#until, Date.now() + ENOUGH * this.#plan.milliseconds);
    while (tried.length > 0) {
      const turns = takeTurns(tried, this.#plan.rounds, this.#until - Date.now(), (note) =>
        this.#notes.push(note),
      );
      try {
        const speed = await this.#measure(turns);
        return { ...speed, unreliable: await elsewhere.warning() };
      } catch (error) {
        const refused = this.#refusedIn(error);
        tried = turns.targets.filter(({ name }) => name !== refused);
      }
    }
    return { notes: [...this.#notes, 'There are no requests left to measure.'] };
  }

  async #measure({ targets, connections }: Turns<Target>): Promise<Omit<Speed, 'unreliable'>> {
    const time = Math.max(0, this.#until - Date.now());
    const cold = await this.#warmUp(targets, WARM_UP * time, connections);
    const end = this.#until - PROFILE * time;
    const { rounds: count } = this.#plan;
    const single = targets.length === 1 ? [] : targets;
    const { all: slotInTurn } = slotsOf(targets.length, count, end - Date.now());
    const inTurn = { rounds: MORE_ROUNDS * count, slot: slotInTurn };
    const run = (
      one: Pick<Measured, 'name' | 'status'>,
      targets: readonly Target[],
      turns: Rounds & Ending,
    ) => this.#rounds(one, targets, { ...turns, connections });

    const begin = Date.now();
    // Turns of slow requests exceed their slots. The rounds of all requests must still leave time for those of each alone.
    const middle = single.length === 0 ? end : begin + IN_TURN * (end - begin);
    const all = { name: 'all requests in turn', status: null };
    const overall = await run(all, targets, { ...inTurn, end: middle });
    // Turns take longer than their slots, and it is known by now how much longer.
    const late = (Date.now() - begin) / (2 * overall.express.cpu.values.length) - inTurn.slot;
    const left = end - Date.now();
    const possible = evenly(single, mostAlone(left, count, late));
    const slot = slotOf(left - late * 2 * count * possible.length, possible.length * count);
    const routes: Measured[] = [];
    for (const one of possible) {
      const measured = await run(one, [one], { rounds: count, slot, end });
      if (measured.express.cpu.values.length === count) routes.push(measured);
    }
    if (routes.length < single.length)
      this.#notes.push(
        `Only ${routes.length} of ${single.length} requests were measured individually, because there was not enough time. Run longer with --time.`,
      );
    const shares = await this.#profile(targets, connections);
    return {
      rounds: overall.express.cpu.values.length,
      slot: inTurn.slot,
      alone: routes.length === 0 ? null : { rounds: count, slot },
      connections,
      overall: await this.#withHeaps(overall, targets, connections),
      routes,
      shares,
      notes: this.#notes,
      unsettled: unsettledBy(cold),
    };
  }

  async #rounds(
    { name, status }: Pick<Measured, 'name' | 'status'>,
    targets: readonly Target[],
    { rounds: count, slot, connections, end }: Rounds & Ending & { connections: number },
  ): Promise<Measured> {
    const costs = await rounds(
      this.#sides,
      count,
      (side, round) => {
        this.#show(`${name}, round ${round + 1} of ${count}`);
        return costOf(side, () => this.#sendLoad(side, targets, { connections, milliseconds: slot }));
      },
      () => Date.now() > end,
    );
    const [express, maglev] = costs.map(figuresOf);
    return { name, status, express: express!, maglev: maglev! };
  }

  /** Requests with equal responses and without server errors, as many as there is time for. */
  #chooseTargets(comparisons: readonly Comparison[]): Target[] {
    const fit = comparisons.filter(
      ({ verdict, status, request }) =>
        (verdict === 'equal' || verdict === 'varies') &&
        status < 500 &&
        request.method !== 'HEAD' &&
        request.method !== 'OPTIONS' &&
        !this.#isLogout(request),
    );
    const chosen = pickRequests(fit, this.#plan);
    if (chosen.length < fit.length) {
      this.#notes.push(
        `${chosen.length} of ${fit.length} requests were measured, evenly chosen from the list.`,
      );
    }
    return chosen.map((one) => ({
      name: nameOf(one.request),
      status: one.status,
      encoded: new Map(
        this.#sides.map((side) => [side, encodeRequest({ ...one, request: side.requestOf(one.request) })]),
      ),
    }));
  }

  /** Under load, the other requests would be sent without a login. */
  #isLogout(request: Request): boolean {
    if (!isLogout(request)) return false;
    this.#notes.push(`Not measured: ${nameOf(request)} would log out the other requests.`);
    return true;
  }

  /** Tries each request a few times, to exclude those that cannot be repeated, and to measure how long they take. */
  async #tryTargets(targets: readonly Target[]): Promise<Tried[]> {
    const tried: Tried[] = [];
    for (const target of targets) {
      this.#show(`trying ${target.name}`);
      try {
        const costs: Cost[] = [];
        for (const side of this.#sides) costs.push(await this.#tryTarget(side, target));
        const worst = (figure: (cost: Cost) => number) => Math.max(...costs.map(figure));
        tried.push({ ...target, time: worst(({ p50 }) => p50), cpu: worst(({ cpu }) => cpu / 1000) });
      } catch (error) {
        this.#refusedIn(error);
      }
    }
    return tried;
  }

  /** Single requests show how long a response takes; a burst of a cheap one shows whether it can be repeated under load. */
  async #tryTarget(side: Measurable, target: Target): Promise<Cost> {
    const alone = await costOf(side, () =>
      this.#sendLoad(side, [target], { connections: 1, amount: TRIALS }),
    );
    const amount = 2 * CONNECTIONS;
    if (alone.cpu / 1000 < MIN_SLOT / amount)
      await this.#sendLoad(side, [target], { connections: CONNECTIONS, amount });
    return alone;
  }

  /** The name of the request that gets different responses under load: a rate limit, or a response that changes. */
  #refusedIn(error: unknown): string {
    if (!(error instanceof ReportedError) || error.details.request === undefined) throw error;
    this.#notes.push(`Not measured: ${error.message}.`);
    return error.details.request;
  }

  /** Resolves with the names of the sides that had not settled when time was up. */
  async #warmUp(targets: readonly Target[], time: number, connections: number): Promise<Unsettled<string>[]> {
    const end = Date.now() + time;
    const milliseconds = Math.min(MAX_BURST, time / (2 * BURSTS));
    const burst = async (side: Measurable): Promise<Burst> => {
      this.#show('warming up');
      const before = await side.usage();
      const { count } = await this.#sendLoad(side, targets, { connections, milliseconds });
      const spent = (await side.usage()).cpu - before.cpu;
      return { cost: spent / count, spent: spent / 1000 };
    };
    const cold = await settle(this.#sides, burst, () => Date.now() > end);
    return cold.map(({ subject, spent }) => ({ subject: titleOf(subject), spent }));
  }

  async #profile(targets: readonly Target[], connections: number): Promise<Speed['shares']> {
    const shares: Shares[] = [];
    const end = this.#until - 2 * HEAPS * HEAP;
    for (const [i, side] of this.#sides.entries()) {
      this.#show(`profile of ${titleOf(side)}`);
      const milliseconds = Math.max(MIN_PROFILE, (end - Date.now()) / (2 - i));
      await side.startProfile();
      await this.#sendLoad(side, targets, { connections, milliseconds });
      shares.push(await side.stopProfile());
    }
    return { express: shares[0]!, maglev: shares[1]! };
  }

  /** Runs last: a forced collection discards compiled code, so everything timed after it would start cold. */
  async #withHeaps(measured: Measured, targets: readonly Target[], connections: number): Promise<Measured> {
    const collect = async (side: Measurable) => {
      await this.#sendLoad(side, targets, { connections, milliseconds: BEFORE_HEAP });
      return side.heap();
    };
    const heaps = await rounds(this.#sides, HEAPS, collect, () => Date.now() > this.#until);
    const [express, maglev] = heaps.map(summary);
    return {
      ...measured,
      express: { ...measured.express, heapUsed: express! },
      maglev: { ...measured.maglev, heapUsed: maglev! },
    };
  }

  /** Progress follows the time, because every phase ends by time. */
  #show(doing: string): void {
    const done = (Date.now() - this.#begin) / (this.#until - this.#begin);
    this.#report(doing, Math.min(1, done));
  }

  async #sendLoad(
    side: Measurable,
    targets: readonly Target[],
    options: Pick<Job, 'connections' | 'amount' | 'milliseconds'>,
  ): Promise<Reply> {
    const job: Job = {
      port: side.port,
      requests: targets.map(({ encoded }) => encoded.get(side)!),
      ...options,
    };
    const reply = await this.#load.send(job);
    this.#loadTime = reply.cpu;
    return reply;
  }

  /** Microseconds of CPU time of all processes of this measurement. */
  async #ownTime(): Promise<number> {
    const { user, system } = process.cpuUsage();
    const [express, maglev] = [await this.#sides[0].usage(), await this.#sides[1].usage()];
    return user + system + express.cpu + maglev.cpu + this.#loadTime;
  }
}

function titleOf({ name }: Pick<Side, 'name'>): string {
  return name === 'express' ? 'Express' : 'maglev';
}
