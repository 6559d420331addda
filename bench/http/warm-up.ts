/** Before the first round: verifies the responses and runs until the JIT compilers have finished. */
import { type Cost, costOf, isFalling } from '../shared.js';
import type { RunningLoad, RunningServer } from './processes.js';
import type { Scenario } from './scenario.js';
import type { Settings } from './settings.js';
import { type ReceivedResponse, verify } from './verify.js';

/** A server that has warmed up. */
export interface Ready extends RunningServer {
  readonly responses: readonly ReceivedResponse[];
  /** The number of requests that fill a slot. */
  readonly amount: number;
}

/** The number of requests in a burst of the warm-up, and the minimum that is timed. */
const BURST = 500;
/** Opening a connection also costs CPU time, which is shared by at least this many requests. */
const PER_CONNECTION = 10;

/** Verifies the responses, warms the server up, and determines how many requests fill a slot. */
export async function prepare(
  load: RunningLoad,
  scenario: Scenario,
  server: RunningServer,
  settings: Settings,
): Promise<Ready> {
  const responses = await verify(server.subject.name, scenario, server.port);
  return { ...server, responses, amount: await warmUp(load, scenario, server, settings) };
}

/** The cost of `amount` requests for a server. */
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
 * The JIT compilers need some thousand requests, but the number is not known: bursts are sent until they stop getting cheaper.
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
    // By CPU time, because a busy machine must not shorten the warm-up.
    if (spent > milliseconds || costs.length * size >= most) break;
  } while (costs.length * size < least || isFalling(costs));
  return Math.max(size, Math.round((burst.throughput * settings.slot) / 1000));
}
