/**
 * Compiles tables and prints what that costs, with `--expose-gc`: how long requests wait for it, and how much memory the programs take. No
 * Express: it does not compile.
 */
import timers from 'node:timers';
import { FAMILIES, type Maker } from '../growth/families.js';
import { WORST } from '../growth/worst.js';
import { loadFile } from '../peers.js';
import { DIST } from '../places.js';

export interface CompilingCosts {
  /** The table whose compilation has taken longest at a time, in milliseconds of CPU time. */
  readonly wait: Worst;
  /** The table that takes most memory, as a share of what it may take. */
  readonly memory: Worst;
}

interface Worst {
  readonly table: string;
  readonly figure: number;
}

const LAYERS = 10_000;
/** Each table is compiled this many times. The least time counts: it depends on when the garbage collector runs. */
const TIMES = 3;
/** Enough for a table to be compiled. */
const REQUESTS = 9;
/** What a program may take, as documented in compiler/budget.ts. */
const MOST_BYTES = 8e6;
const MOST_BYTES_PER_LAYER = 24_576;

let longest = 0;
let pending = 0;

/** Before maglev is loaded, which keeps the functions of its timers. */
const { setTimeout } = timers;
timers.setTimeout = ((run: () => void, delay: number) => {
  // Only slices have no delay.
  if (delay > 0) return setTimeout(run, delay);
  pending++;
  return setTimeout(() => {
    pending--;
    noteTime(run);
  }, delay);
}) as typeof setTimeout;
const maglev: Maker = loadFile(`${DIST}index.cjs`);
timers.setTimeout = setTimeout;
const collect = (globalThis as unknown as { gc(): void }).gc;

const tables = [...FAMILIES, ...WORST];
// A warm-up, so that the JIT compiler of the engine is not measured.
for (const { build } of tables) await waitFor(build(maglev, 500));
let wait: Worst = { table: '', figure: 0 };
let memory: Worst = { table: '', figure: 0 };
for (const { name, build } of tables) {
  const waits: number[] = [];
  for (let i = 0; i < TIMES; i++) waits.push(await waitFor(build(maglev, LAYERS)));
  wait = worse(wait, { table: name, figure: Math.min(...waits) });
  memory = worse(memory, { table: name, figure: memoryOf(build(maglev, LAYERS)) });
}
const costs: CompilingCosts = { wait, memory };
console.log(JSON.stringify(costs));

/** How long the longest part of the compilation takes. */
async function waitFor(router: any): Promise<number> {
  collect();
  // The last of these requests compiles first, but it also scans the table.
  for (let i = 0; i < REQUESTS; i++) router({ method: 'GET', url: '/none' }, {}, () => {});
  longest = 0;
  while (pending > 0) await new Promise(setImmediate);
  return longest;
}

function noteTime(run: () => void): void {
  const begin = cpuTime();
  run();
  longest = Math.max(longest, cpuTime() - begin);
}

/** Also of the threads that compile JavaScript and collect garbage at the same time. */
function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function memoryOf(router: any): number {
  collect();
  const before = process.memoryUsage().heapUsed;
  router.compile();
  collect();
  const bytes = process.memoryUsage().heapUsed - before;
  return bytes / (MOST_BYTES + MOST_BYTES_PER_LAYER * countLayers(router));
}

/** The layers of all routers, each counted once. */
function countLayers(root: any): number {
  const routers = new Set([root]);
  let count = 0;
  for (const { stack } of routers) {
    count += stack.length;
    for (const { handle } of stack) if (handle?.stack) routers.add(handle);
  }
  return count;
}

function worse(one: Worst, other: Worst): Worst {
  return other.figure > one.figure ? other : one;
}
