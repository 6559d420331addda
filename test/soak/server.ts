/** Serves the application and reports its figures: `server.ts <side> <line> <folder>`, with --expose-gc. */
import { once } from 'node:events';
import type { Server } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Line } from '../support/api.js';
import { handleCalls, noteFailures } from '../support/child.js';
import { loadFramework, type SideName } from '../support/frameworks.js';
import { buildApplication } from './application.js';

export interface Figures {
  /** Megabytes, after a garbage collection. */
  readonly heap: number;
  readonly rss: number;
  readonly connections: number;
  /** Active resources that keep the process alive: sockets, servers, timers, file requests. */
  readonly handles: number;
  /** Event loop delay in milliseconds, since the last report. */
  readonly delay: { readonly p50: number; readonly p99: number; readonly max: number };
  readonly failures: readonly string[];
}

const [side, line, folder] = process.argv.slice(2) as [SideName, string, string];
const app = buildApplication(await loadFramework(side, line), Number(line) as Line, folder);
const server: Server = app.listen(0, '127.0.0.1');
// The client decides how long connections stay open.
server.keepAliveTimeout = 0;
await once(server, 'listening');

const failures = noteFailures();
// Errors are part of the workload.
console.error = () => {};

const MB = 1024 * 1024;
const late = monitorEventLoopDelay({ resolution: 5 });
late.enable();

handleCalls({
  port: () => (server.address() as { port: number }).port,
  async figures(): Promise<Figures> {
    const delay = {
      p50: milliseconds(late.percentile(50)),
      p99: milliseconds(late.percentile(99)),
      max: milliseconds(late.max),
    };
    globalThis.gc!();
    const { heapUsed, rss } = process.memoryUsage();
    const connections = await new Promise<number>((resolve) =>
      server.getConnections((_error, count) => resolve(count)),
    );
    late.reset();
    return {
      heap: heapUsed / MB,
      rss: rss / MB,
      connections,
      handles: process.getActiveResourcesInfo().length,
      delay,
      failures,
    };
  },
});

function milliseconds(nanoseconds: number): number {
  return nanoseconds / 1e6;
}
