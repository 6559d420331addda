/** The method: a fresh process per subject, answers checked, a warm-up, then interleaved rounds. */

import { type Cost, costOf, type Figures, figuresOf, rounds } from '../shared.js';
import { type RunningLoad, type RunningServer, startLoad, startServer } from './processes.js';
import type { Scenario } from './scenario.js';
import type { Subject } from './subjects.js';
import { type Answer, verify } from './verify.js';

export interface Settings {
  readonly rounds: number;
  /** Milliseconds that a subject gets in one round. */
  readonly slot: number;
  /**
   * The fewest and the most requests before the first round, and the milliseconds of CPU time after which fewer will do.
   */
  readonly warmUp: { readonly least: number; readonly most: number; readonly milliseconds: number };
  readonly connections: number;
  /** Requests that a connection sends before the answer to the first of them. */
  readonly pipelining: number;
  /** The binary that runs the servers. */
  readonly node: string;
}

/** What is going on. */
export interface Step {
  readonly scenario: Scenario;
  readonly subject: Subject;
  readonly doing: string;
}

/** A subject with what it costs. */
export interface Measurement extends Figures {
  readonly id: string;
  readonly name: string;
  readonly startup: number;
}

/** A scenario with what it costs each subject. */
export interface Measured {
  readonly id: string;
  readonly name: string;
  readonly subjects: readonly Measurement[];
}

/** A server that has warmed up. */
interface Ready extends RunningServer {
  readonly answers: readonly Answer[];
  /** How many requests fill a slot. */
  readonly amount: number;
}

/** Concurrent connections, unless a scenario is about them. */
export const CONNECTIONS = 32;
/** Requests of one burst of the warm-up, and the fewest that are timed. */
const BURST = 500;
/** Opening a connection costs the server, too: this many requests have to share it. */
const PER_CONNECTION = 10;

/**
 * Measures each subject with each scenario. `tell` hears what is going on, and `keep` gets all results after each
 * scenario, as a run may be cut short.
 */
export async function measureAll(
  scenarios: readonly Scenario[],
  subjects: readonly Subject[],
  settings: Settings,
  tell: (step: Step) => void,
  keep: (results: readonly Measured[]) => void,
): Promise<void> {
  const load = startLoad();
  const results: Measured[] = [];
  try {
    for (const scenario of scenarios) {
      const measured = await measureScenario(load, scenario, subjects, settings, tell);
      results.push({ id: scenario.id, name: scenario.name, subjects: measured });
      keep(results);
    }
  } finally {
    await load.stop();
  }
}

/** What each subject costs with one scenario. */
export async function measureScenario(
  load: RunningLoad,
  scenario: Scenario,
  subjects: readonly Subject[],
  settings: Settings,
  tell: (step: Step) => void,
): Promise<Measurement[]> {
  const servers: RunningServer[] = [];
  const ready: Ready[] = [];
  try {
    for (const subject of subjects) {
      tell({ scenario, subject, doing: 'warming up' });
      const server = await startServer(subject, scenario, settings);
      servers.push(server);
      ready.push(await prepare(load, scenario, server, settings));
    }
    compareBytes(ready);
    const measured = await rounds(ready, settings.rounds, async (server, round) => {
      tell({ scenario, subject: server.subject, doing: `round ${round + 1} of ${settings.rounds}` });
      return measureOnce(load, scenario, server, server.amount, settings);
    });
    return ready.map(({ subject, startup }, i) => ({
      id: subject.id,
      name: subject.name,
      startup,
      ...figuresOf(measured[i]!),
    }));
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}

/** Asks for the right answers, warms the server up, and notes how many requests fill a slot. */
async function prepare(
  load: RunningLoad,
  scenario: Scenario,
  server: RunningServer,
  settings: Settings,
): Promise<Ready> {
  const answers = await verify(server.subject.name, scenario, server.port);
  return { ...server, answers, amount: await warmUp(load, scenario, server, settings) };
}

/**
 * The compilers take some thousand requests, and how many cannot be known: bursts go on until they stop getting cheaper.
 * Resolves with the number of requests that then fills a slot.
 */
async function warmUp(
  load: RunningLoad,
  scenario: Scenario,
  server: RunningServer,
  settings: Settings,
): Promise<number> {
  const { least, most, milliseconds } = settings.warmUp;
  const size = Math.max(BURST, settings.connections * PER_CONNECTION);
  const costs: number[] = [];
  let spent = 0;
  let burst: Cost;
  do {
    burst = await measureOnce(load, scenario, server, size, settings);
    costs.push(burst.cpu);
    spent += (burst.cpu * size) / 1000;
    // By CPU time, as a busy machine must not make the warm-up shorter.
    if (spent > milliseconds || costs.length * size >= most) break;
  } while (costs.length * size < least || isFalling(costs));
  return Math.max(size, Math.round((burst.throughput * settings.slot) / 1000));
}

/** The last two bursts were cheaper, chance aside, than the two before. */
function isFalling(costs: readonly number[]): boolean {
  const [a, b, c, d] = costs.slice(-4);
  if (d === undefined) return false;
  return Math.min(c!, d) < 0.97 * Math.min(a!, b!);
}

function measureOnce(
  load: RunningLoad,
  scenario: Scenario,
  server: RunningServer,
  amount: number,
  { connections, pipelining }: Settings,
): Promise<Cost> {
  return costOf(server, () =>
    load.run({ port: server.port, scenario: scenario.id, amount, connections, pipelining }),
  );
}

/** The bare servers that claim to send Express's bytes have to. */
function compareBytes(servers: readonly Ready[]): void {
  const of = (wanted: string) => servers.find(({ subject }) => subject.id === wanted);
  const express = of('express');
  for (const raw of ['raw-express', 'raw-composed'].map(of)) {
    if (raw === undefined || express === undefined) continue;
    for (const [i, answer] of raw.answers.entries()) {
      const theirs = express.answers[i]!;
      const [one, other] = [answer, theirs].map(fingerprint);
      if (one !== other || answer.body !== theirs.body)
        throw new Error(`${raw.subject.name} does not send what Express sends:\n${one}\n${other}`);
    }
  }
}

function fingerprint({ status, raw, body }: Answer): string {
  const names = raw.filter((_, i) => i % 2 === 0);
  const head = names.map((name, i) => (name === 'Date' ? name : `${name}: ${raw[2 * i + 1]}`));
  return [status, ...head, '', body.slice(0, 200)].join('\n');
}
