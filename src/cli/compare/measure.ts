/** What the same requests cost on either side: a warm-up, then interleaved rounds, then a profile of each. */
import { fileURLToPath } from 'node:url';
import { Child, cores, Told } from '../measure/child.js';
import { type Cost, costOf, type Figures, figuresOf } from '../measure/cost.js';
import type { Job, Load, Wire } from '../measure/fire.js';
import type { Shares } from '../measure/groups.js';
import { rounds } from '../measure/rounds.js';
import type { Comparison } from './equality.js';
import type { Side } from './side.js';
import { wireOf } from './wire.js';

const LOAD = fileURLToPath(new URL('./load.js', import.meta.url));

/** Concurrent connections. */
const CONNECTIONS = 16;
/** Milliseconds per request, round and side, and requests that are measured by themselves. */
const MIN_SLOT = 60;
const MAX_REQUESTS = 16;
/** Shares of the time. */
const WARM_UP = 0.25;
const PROFILE = 0.15;
/** Milliseconds in which each request is tried, to find those that cannot be repeated. */
const TRIAL = 30;
/** The share of the time that is measured in any case, however much was lost to excluded requests. */
const ENOUGH = 0.4;

export interface Measured {
  readonly name: string;
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

class Measurement {
  readonly #sides: readonly [Side, Side];
  readonly #load: Child;
  readonly #plan: Plan;
  readonly #tell: Tell;
  readonly #notes: string[] = [];
  /** What is left of the time. */
  #milliseconds = 0;

  constructor(sides: readonly [Side, Side], load: Child, plan: Plan, tell: Tell) {
    this.#sides = sides;
    this.#load = load;
    this.#plan = plan;
    this.#tell = tell;
  }

  async run(comparisons: readonly Comparison[]): Promise<Speed | { notes: string[] }> {
    const until = Date.now() + this.#plan.milliseconds;
    let wires = this.#chooseRequests(comparisons);
    for (let i = 0; i < MAX_REQUESTS && wires.length > 0; i++) {
      try {
        this.#milliseconds = Math.max(until - Date.now(), this.#plan.milliseconds * ENOUGH);
        return await this.#measure(wires);
      } catch (error) {
        // Requests that cannot be repeated are excluded: rate limits, and answers that change.
        if (!(error instanceof Told) || error.details.request === undefined) throw error;
        wires = wires.filter(({ name }) => name !== error.details.request);
        this.#notes.push(`Left out: ${error.message}.`);
      }
    }
    return { notes: [...this.#notes, 'There is no request left to measure.'] };
  }

  async #measure(wires: readonly Wire[]): Promise<Speed> {
    await this.#tryRequests(wires);
    await this.#warmUp(wires);
    const all = { name: 'all requests in turn', wires };
    const single = wires.length === 1 ? [] : wires.map((wire) => ({ name: wire.name, wires: [wire] }));
    const jobs = [all, ...single];
    const { rounds: count } = this.#plan;
    const slot = Math.round((this.#milliseconds * (1 - WARM_UP - PROFILE)) / (jobs.length * count * 2));
    const measured: Measured[] = [];
    for (const [i, job] of jobs.entries()) {
      const [express, maglev] = await rounds(this.#sides, count, (side, round) => {
        const done = WARM_UP + ((1 - WARM_UP - PROFILE) * (i + round / count)) / jobs.length;
        this.#tell(`${job.name}, round ${round + 1} of ${count}`, done);
        return this.#once(side, job.wires, slot);
      });
      measured.push({ name: job.name, express: figuresOf(express!), maglev: figuresOf(maglev!) });
    }
    const [overall, ...routes] = measured;
    return {
      rounds: count,
      slot,
      connections: CONNECTIONS,
      overall: overall!,
      routes,
      shares: await this.#profile(wires),
      notes: this.#notes,
    };
  }

  /** Requests with equal answers and without server errors, as many as there is time for. */
  #chooseRequests(comparisons: readonly Comparison[]): Wire[] {
    const fit = comparisons.filter(
      ({ verdict, status, request: { method } }) =>
        (verdict === 'equal' || verdict === 'varies') &&
        status < 500 &&
        method !== 'HEAD' &&
        method !== 'OPTIONS',
    );
    const { rounds: count, milliseconds } = this.#plan;
    const time = Math.floor((milliseconds * (1 - WARM_UP - PROFILE)) / (MIN_SLOT * count * 2)) - 1;
    const chosen = pickEvenly(fit, Math.max(1, Math.min(MAX_REQUESTS, time)));
    if (chosen.length < fit.length) {
      this.#notes.push(
        `${chosen.length} of ${fit.length} requests were measured, evenly chosen from the list.`,
      );
    }
    return chosen.map(wireOf);
  }

  /** Tries each request for a moment, to exclude those that cannot be repeated before the rounds. */
  async #tryRequests(wires: readonly Wire[]): Promise<void> {
    for (const [i, wire] of wires.entries()) {
      this.#tell(`warming up, ${wire.name}`, (WARM_UP * i) / wires.length / 2);
      for (const side of this.#sides) await this.#fire(side, [wire], TRIAL);
    }
  }

  async #warmUp(wires: readonly Wire[]): Promise<void> {
    const slot = (this.#milliseconds * WARM_UP) / 4;
    for (const [i, side] of [...this.#sides, ...this.#sides].entries()) {
      this.#tell('warming up', WARM_UP * (0.5 + i / 8));
      await this.#fire(side, wires, slot);
    }
  }

  #once(side: Side, wires: readonly Wire[], milliseconds: number): Promise<Cost> {
    return costOf(side, () => this.#fire(side, wires, milliseconds));
  }

  async #profile(wires: readonly Wire[]): Promise<Speed['shares']> {
    const shares: Shares[] = [];
    for (const [i, side] of this.#sides.entries()) {
      this.#tell(
        `profile of ${side.name === 'express' ? 'Express' : 'maglev'}`,
        1 - PROFILE + (PROFILE * i) / 2,
      );
      await side.startProfile();
      await this.#fire(side, wires, (this.#milliseconds * PROFILE) / 2);
      shares.push(await side.stopProfile());
    }
    return { express: shares[0]!, maglev: shares[1]! };
  }

  #fire({ port }: Side, requests: readonly Wire[], milliseconds: number): Promise<Load> {
    const job: Job = { port, connections: CONNECTIONS, requests, milliseconds };
    return this.#load.ask(job);
  }
}

/** As many as wanted, from all parts of the list. */
function pickEvenly<Item>(list: readonly Item[], most: number): Item[] {
  if (list.length <= most) return [...list];
  return Array.from({ length: most }, (_, i) => list[Math.floor((i * list.length) / most)]!);
}
