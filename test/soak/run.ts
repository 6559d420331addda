/** Runs a server and a client in separate processes, and evaluates their figures. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Child } from '../support/child.js';
import type { Load, Tally } from './client.js';
import type { Figures } from './server.js';
import { FILES } from './workload.js';

export interface Settings extends Omit<Load, 'port'> {
  /** Seconds between two samples of the server. */
  readonly interval: number;
}

export interface Sample extends Figures {
  readonly seconds: number;
  readonly requests: number;
}

export interface SoakReport {
  readonly settings: Settings;
  readonly tally: Tally;
  readonly seconds: number;
  /** During the run. */
  readonly samples: readonly Sample[];
  /** After the warm-up, and after all connections are closed. */
  readonly before: Figures;
  readonly after: Figures;
  readonly problems: readonly string[];
}

export interface HoldReport {
  readonly connections: number;
  /** Connections that got their own response, in the first round and after the hold. */
  readonly responded: readonly [number, number];
  readonly held: Figures;
  readonly kilobytesEach: number;
  readonly after: Figures;
  readonly problems: readonly string[];
}

/** Megabytes by which the heap may differ, because V8 keeps varying amounts of compiled code. */
const HEAP_NOISE = 6;
const SPARE_DESCRIPTORS = 200;
const WARM_UP = 20_000;

export async function soak(
  settings: Settings,
  progress: (sample: Sample) => void = () => {},
): Promise<SoakReport> {
  return withProcesses(settings.line, undefined, async (server, client) => {
    const port: number = await server.call('port');
    const warmUp = Math.min(WARM_UP, settings.requests / 10);
    await client.call('soak', { ...settings, port, requests: warmUp });
    const before = await calm(server);
    const started = performance.now();
    const elapsed = (): number => (performance.now() - started) / 1000;
    const samples: Sample[] = [];
    let requests = 0;
    client.on('progress', (tally: Tally) => {
      requests = tally.requests;
    });
    let isOver = false;
    const watch = async (): Promise<void> => {
      for (let at = settings.interval; !isOver; ) {
        await client.nextMessage('progress');
        if (elapsed() < at || isOver) continue;
        at += settings.interval;
        const sample = { ...(await server.call('figures')), seconds: elapsed(), requests };
        samples.push(sample);
        progress(sample);
      }
    };
    const watching = watch();
    watching.catch(() => {});
    const tally: Tally = await client.call('soak', { ...settings, port });
    isOver = true;
    const seconds = elapsed();
    const after = await calm(server);
    return { settings, tally, seconds, samples, before, after, problems: problemsOf(tally, before, after) };
  });
}

/** Holds connections, sends a request on each, waits, and sends another one on each. */
export async function hold(line: number, connections: number, seconds: number): Promise<HoldReport> {
  return withProcesses(line, connections + SPARE_DESCRIPTORS, async (server, client) => {
    const port: number = await server.call('port');
    await client.call('soak', { port, line, seed: 1, connections: 10, requests: 5000, seconds: 60 });
    const before = await calm(server);
    await client.call('hold', port, connections);
    const first: number = await client.call('sendRequests', 0);
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    const held: Figures = await server.call('figures');
    const again: number = await client.call('sendRequests', 1);
    await client.call('release');
    const after = await calm(server);
    const problems = problemsOf(undefined, before, after);
    if (held.connections !== connections) problems.push(`${held.connections} connections are held`);
    if (first !== connections) problems.push(`${first} connections got a response in the first round`);
    if (again !== connections) problems.push(`${again} connections got a response in the second round`);
    const kilobytesEach = ((held.rss - before.rss) * 1024) / connections;
    return { connections, responded: [first, again], held, kilobytesEach, after, problems };
  });
}

/** The figures after all connections are closed and their resources are released. */
async function calm(server: Child): Promise<Figures> {
  for (let before: Figures = await server.call('figures'); ; ) {
    const figures: Figures = await server.call('figures');
    if (figures.connections === 0 && figures.handles === before.handles) return figures;
    before = figures;
  }
}

function problemsOf(tally: Tally | undefined, before: Figures, after: Figures): string[] {
  const problems = after.failures.map((failure) => `The server: ${failure}`);
  if (tally && tally.lost > 0) problems.push(`${tally.lost} connections were lost`);
  if (tally && tally.mismatches.length > 0) problems.push(`${tally.mismatches.length} mismatches or more`);
  const growth = after.heap - before.heap;
  if (growth > HEAP_NOISE) problems.push(`the heap has grown by ${growth.toFixed(1)} MB`);
  if (after.handles > before.handles) problems.push(`${after.handles - before.handles} handles are left`);
  return problems;
}

async function withProcesses<T>(
  line: number,
  descriptors: number | undefined,
  body: (server: Child, client: Child) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(path.join(tmpdir(), 'maglev-soak-'));
  for (const [name, content] of Object.entries(FILES)) writeFileSync(path.join(folder, name), content);
  const env = { NODE_ENV: 'production', NO_DEPRECATION: '*' };
  const options = descriptors === undefined ? { env } : { env, descriptors };
  const at = (file: string): URL => new URL(file, import.meta.url);
  const server = new Child(at('server.ts'), ['maglev', String(line), folder], {
    ...options,
    flags: ['--expose-gc'],
  });
  const client = new Child(at('client.ts'), [], options);
  try {
    return await body(server, client);
  } finally {
    await Promise.all([server.stop(), client.stop()]);
    rmSync(folder, { recursive: true, force: true });
  }
}
