/** Before the first round: right answers, and code that the compilers are done with. */
import { type Cost, costOf, isFalling } from '../shared.js';
import type { RunningLoad, RunningServer } from './processes.js';
import type { Scenario } from './scenario.js';
import type { Settings } from './settings.js';
import { type Answer, verify } from './verify.js';

/** A server that has warmed up. */
export interface Ready extends RunningServer {
  readonly answers: readonly Answer[];
  /** How many requests fill a slot. */
  readonly amount: number;
}

/** Requests of one burst of the warm-up, and the fewest that are timed. */
const BURST = 500;
/** Opening a connection costs the server, too: this many requests have to share it. */
const PER_CONNECTION = 10;

/** Asks for the right answers, warms the server up, and notes how many requests fill a slot. */
export async function prepare(
  load: RunningLoad,
  scenario: Scenario,
  server: RunningServer,
  settings: Settings,
): Promise<Ready> {
  const answers = await verify(server.subject.name, scenario, server.port);
  return { ...server, answers, amount: await warmUp(load, scenario, server, settings) };
}

/** What so many requests cost a server. */
export function measureOnce(
  load: RunningLoad,
  scenario: Scenario,
  server: RunningServer,
  amount: number,
  { connections, pipelining }: Settings,
): Promise<Cost> {
  const job = { port: server.port, scenario: scenario.id, amount, connections, pipelining };
  return costOf(server, () => load.run(job));
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
  const size = Math.max(BURST, settings.connections * settings.pipelining * PER_CONNECTION);
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
