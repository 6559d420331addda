/** What the same requests cost on either side: a warm-up, then interleaved rounds, then a profile of each. */
import { fileURLToPath } from 'node:url';
import { Child, cores, Told } from '../measure/child.js';
import { type Cost, costOf, type Figures, figuresOf } from '../measure/cost.js';
import { Elsewhere } from '../measure/elsewhere.js';
import type { Job, Wire } from '../measure/fire.js';
import type { Shares } from '../measure/groups.js';
import { rounds } from '../measure/rounds.js';
import type { Comparison } from './equality.js';
import type { Reply } from './load.js';
import { nameOf } from './request.js';
import type { Side } from './side.js';
import { wireOf } from './wire.js';

const LOAD = fileURLToPath(new URL('./load.js', import.meta.url));

/** Concurrent connections. */
const CONNECTIONS = 16;
/** Milliseconds per request, round and side, and requests that are measured by themselves. */
const MIN_SLOT = 60;
const MAX_REQUESTS = 16;
/** Shares of the time. */
const WARM_UP = 0.2;
const PROFILE = 0.15;
/** How often each request is tried, to find those that cannot be repeated or take too long. */
const TRIALS = 3;
/** Answers that may be on their way when a turn is over, as a multiple of those that it has time for. */
const TAIL = 2;
/** The share of the time that is left for turns in any case, however long trying all requests took. */
const ENOUGH = 0.3;
/** Milliseconds of a profile at least. */
const MIN_PROFILE = 200;

export interface Measured {
  readonly name: string;
  /** That of all answers; null for several requests. */
  readonly status: number | null;
  readonly express: Figures;
  readonly maglev: Figures;
}

export interface Speed {
  readonly rounds: number;
  /** Milliseconds of each request on each side in each round. */
  readonly slot: number;
  readonly connections: number;
  /** All requests in turn. */
  readonly overall: Measured;
  readonly routes: readonly Measured[];
  readonly shares: { readonly express: Shares; readonly maglev: Shares };
  /** Why some were not measured. */
  readonly notes: readonly string[];
  /** Why the figures cannot be trusted; null if they can. */
  readonly unreliable: string | null;
}

export interface Plan {
  readonly rounds: number;
  /** Milliseconds for all of it. */
  readonly milliseconds: number;
}

export type Tell = (doing: string, done: number) => void;

/** Measures what is equal on both sides; the reasons alone, if nothing can be. */
export async function measure(
  sides: readonly [express: Side, maglev: Side],
  comparisons: readonly Comparison[],
  plan: Plan,
  tell: Tell,
): Promise<Speed | { readonly notes: readonly string[] }> {
  const load = Child.spawn([process.execPath, LOAD], { name: 'The load', core: cores.load });
  try {
    return await new Measurement(sides, load, plan, tell).run(comparisons);
  } finally {
    await load.stop();
  }
}

/** A request that is measured, as each side gets it. */
interface Target {
  readonly name: string;
  readonly status: number;
  readonly wires: ReadonlyMap<Side, Wire>;
}

/** A target with what one request takes on the slower side, in milliseconds. */
interface Tried extends Target {
  readonly time: number;
  readonly cpu: number;
}

interface Turns {
  readonly targets: readonly Tried[];
  readonly slot: number;
  readonly connections: number;
}

class Measurement {
  readonly #sides: readonly [Side, Side];
  readonly #load: Child;
  readonly #plan: Plan;
  readonly #tell: Tell;
  readonly #notes: string[] = [];
  #until: number;
  /** Microseconds of CPU time of the load. */
  #loadTime = 0;

  constructor(sides: readonly [Side, Side], load: Child, plan: Plan, tell: Tell) {
    this.#sides = sides;
    this.#load = load;
    this.#plan = plan;
    this.#tell = tell;
    this.#until = Date.now() + plan.milliseconds;
  }

  async run(comparisons: readonly Comparison[]): Promise<Speed | { notes: string[] }> {
    const elsewhere = await Elsewhere.watch(() => this.#ownTime());
    let tried = await this.#tryTargets(this.#chooseTargets(comparisons));
    this.#until = Math.max(this.#until, Date.now() + ENOUGH * this.#plan.milliseconds);
    while (tried.length > 0) {
      const turns = this.#takeTurns(tried);
      try {
        const speed = await this.#measure(turns);
        return { ...speed, unreliable: await elsewhere.warning() };
      } catch (error) {
        const refused = this.#refusedIn(error);
        tried = turns.targets.filter(({ name }) => name !== refused);
      }
    }
    return { notes: [...this.#notes, 'There is no request left to measure.'] };
  }

  async #measure({ targets, slot, connections }: Turns): Promise<Omit<Speed, 'unreliable'>> {
    const time = Math.max(0, this.#until - Date.now());
    const isOver = () => Date.now() > this.#until - PROFILE * time;
    await this.#warmUp(targets, (WARM_UP * time) / 4, connections);
    const all = { name: 'all requests in turn', status: null, targets };
    const single = targets.length === 1 ? [] : targets.map((one) => ({ ...one, targets: [one] }));
    const { rounds: count } = this.#plan;
    const measured: Measured[] = [];
    for (const [i, job] of [all, ...single].entries()) {
      if (i > 0 && isOver()) break;
      const done = (round: number) =>
        WARM_UP + ((1 - WARM_UP - PROFILE) * (i + round / count)) / (single.length + 1);
      const costs = await rounds(
        this.#sides,
        count,
        (side, round) => {
          this.#tell(`${job.name}, round ${round + 1} of ${count}`, done(round));
          const cost = this.#once(side, job.targets, slot, connections);
          return i === 0 ? withCollectedHeap(side, cost) : cost;
        },
        isOver,
      );
      const [express, maglev] = costs.map(figuresOf);
      measured.push({ name: job.name, status: job.status, express: express!, maglev: maglev! });
    }
    const [overall, ...routes] = measured;
    if (routes.length < single.length)
      this.#notes.push(
        `${single.length - routes.length} of ${single.length} requests were not measured by themselves, as time was over.`,
      );
    return {
      rounds: overall!.express.cpu.values.length,
      slot,
      connections,
      overall: overall!,
      routes,
      shares: await this.#profile(targets, connections),
      notes: this.#notes,
    };
  }

  /** Requests with equal answers and without server errors, as many as there is time for. */
  #chooseTargets(comparisons: readonly Comparison[]): Target[] {
    const fit = comparisons.filter(
      ({ verdict, status, request: { method } }) =>
        (verdict === 'equal' || verdict === 'varies') &&
        status < 500 &&
        method !== 'HEAD' &&
        method !== 'OPTIONS',
    );
    const { rounds: count, milliseconds } = this.#plan;
    const most = Math.floor((milliseconds * (1 - WARM_UP - PROFILE)) / (MIN_SLOT * count * 2)) - 1;
    const chosen = pickEvenly(fit, Math.max(1, Math.min(MAX_REQUESTS, most)));
    if (chosen.length < fit.length) {
      this.#notes.push(
        `${chosen.length} of ${fit.length} requests were measured, evenly chosen from the list.`,
      );
    }
    return chosen.map((one) => ({
      name: nameOf(one.request),
      status: one.status,
      wires: new Map(
        this.#sides.map((side) => [side, wireOf({ ...one, request: side.requestOf(one.request) })]),
      ),
    }));
  }

  /** Tries each request a few times, to exclude those that cannot be repeated, and to know how long they take. */
  async #tryTargets(targets: readonly Target[]): Promise<Tried[]> {
    const tried: Tried[] = [];
    for (const [i, target] of targets.entries()) {
      this.#tell(`trying ${target.name}`, (WARM_UP * i) / targets.length / 2);
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

  /** One at a time tells how long an answer takes; a volley of a cheap one, whether it can be had again and again. */
  async #tryTarget(side: Side, target: Target): Promise<Cost> {
    const alone = await costOf(side, () => this.#fire(side, [target], { connections: 1, amount: TRIALS }));
    const amount = 2 * CONNECTIONS;
    if (alone.cpu / 1000 < MIN_SLOT / amount)
      await this.#fire(side, [target], { connections: CONNECTIONS, amount });
    return alone;
  }

  /** How long a turn is and how many ask at once, so that all turns end in time; the slowest requests may have none. */
  #takeTurns(tried: readonly Tried[]): Turns {
    const { rounds: count } = this.#plan;
    const time = Math.max(0, this.#until - Date.now()) * (1 - WARM_UP - PROFILE);
    const targets = [...tried];
    for (;;) {
      const jobs = targets.length === 1 ? 1 : targets.length + 1;
      const slot = Math.max(1, Math.round(time / (jobs * count * 2)));
      const slowest = targets.reduce((one, other) => (other.time > one.time ? other : one));
      if (slowest.time <= Math.max(slot, MIN_SLOT) || targets.length === 1) {
        const cpu = Math.max(...targets.map((one) => one.cpu));
        const connections = Math.max(1, Math.min(CONNECTIONS, Math.floor((TAIL * slot) / cpu)));
        return { targets, slot, connections };
      }
      targets.splice(targets.indexOf(slowest), 1);
      this.#notes.push(
        `Left out: ${slowest.name} takes ${slowest.time.toFixed(0)} ms, longer than its turns of ${slot} ms; --time gives more.`,
      );
    }
  }

  /** The name of the request that is not answered the same under load: a rate limit, or an answer that changes. */
  #refusedIn(error: unknown): string {
    if (!(error instanceof Told) || error.details.request === undefined) throw error;
    this.#notes.push(`Left out: ${error.message}.`);
    return error.details.request;
  }

  async #warmUp(targets: readonly Target[], milliseconds: number, connections: number): Promise<void> {
    for (const [i, side] of [...this.#sides, ...this.#sides].entries()) {
      this.#tell('warming up', WARM_UP * (0.5 + i / 8));
      await this.#fire(side, targets, { connections, milliseconds });
    }
  }

  #once(side: Side, targets: readonly Target[], milliseconds: number, connections: number): Promise<Cost> {
    return costOf(side, () => this.#fire(side, targets, { connections, milliseconds }));
  }

  async #profile(targets: readonly Target[], connections: number): Promise<Speed['shares']> {
    const shares: Shares[] = [];
    for (const [i, side] of this.#sides.entries()) {
      this.#tell(
        `profile of ${side.name === 'express' ? 'Express' : 'maglev'}`,
        1 - PROFILE + (PROFILE * i) / 2,
      );
      const milliseconds = Math.max(MIN_PROFILE, (this.#until - Date.now()) / (2 - i));
      await side.startProfile();
      await this.#fire(side, targets, { connections, milliseconds });
      shares.push(await side.stopProfile());
    }
    return { express: shares[0]!, maglev: shares[1]! };
  }

  async #fire(
    side: Side,
    targets: readonly Target[],
    crowd: Pick<Job, 'connections' | 'amount' | 'milliseconds'>,
  ): Promise<Reply> {
    const job: Job = { port: side.port, requests: targets.map(({ wires }) => wires.get(side)!), ...crowd };
    const reply: Reply = await this.#load.ask(job);
    this.#loadTime = reply.cpu;
    return reply;
  }

  /** Microseconds of CPU time of all that this measurement runs. */
  async #ownTime(): Promise<number> {
    const { user, system } = process.cpuUsage();
    const [express, maglev] = [await this.#sides[0].usage(), await this.#sides[1].usage()];
    return user + system + express.cpu + maglev.cpu + this.#loadTime;
  }
}

async function withCollectedHeap(side: Side, measured: Promise<Cost>): Promise<Cost> {
  return { ...(await measured), heapUsed: await side.heap() };
}

/** As many as wanted, from all parts of the list. */
function pickEvenly<Item>(list: readonly Item[], most: number): Item[] {
  if (list.length <= most) return [...list];
  return Array.from({ length: most }, (_, i) => list[Math.floor((i * list.length) / most)]!);
}
