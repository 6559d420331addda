/** What requests cost the process that responds to them. */
import type { Load } from './send-load.js';
import { type Summary, summary } from './statistics.js';

/** The resources that a process has used. */
export interface Usage {
  /** Microseconds since the start. */
  readonly cpu: number;
  readonly rss: number;
  readonly heapUsed: number;
}

/** Microseconds of CPU time per request, requests per second, milliseconds, and bytes. */
export interface Cost {
  readonly cpu: number;
  readonly throughput: number;
  readonly p50: number;
  readonly p99: number;
  readonly rss: number;
  readonly heapUsed: number;
}

/** Costs that were measured several times. */
export type Figures = Readonly<Record<keyof Cost, Summary>>;

/** `send` awaits all responses, so the server spent the CPU time between the two readings on exactly these requests. */
export async function costOf(server: { usage(): Promise<Usage> }, send: () => Promise<Load>): Promise<Cost> {
  const before = await server.usage();
  const sent = await send();
  const after = await server.usage();
  return {
    cpu: (after.cpu - before.cpu) / sent.count,
    throughput: (sent.count / sent.milliseconds) * 1000,
    p50: sent.p50,
    p99: sent.p99,
    rss: after.rss,
    heapUsed: after.heapUsed,
  };
}

/** Each figure over all rounds. */
export function figuresOf(costs: readonly Cost[]): Figures {
  const names = Object.keys(costs[0]!) as (keyof Cost)[];
  return Object.fromEntries(names.map((name) => [name, summary(costs.map((cost) => cost[name]))])) as Figures;
}
