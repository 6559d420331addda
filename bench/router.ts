/**
 * `npm run bench:router [-- --quick]`: the cost of finding and running a route, without HTTP, by the number of routes. Prints
 * Markdown, and writes the tables into bench/results; differences within the spread of the rounds are ties.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { environment } from './environment.js';
import { flatScenarios, lastParameter, nestedTarget, pathsOf } from './http/tables.js';
import { RESULTS } from './places.js';
import { type RouterReport, routerTable } from './report/router.js';
import type { Growth } from './router/growth.js';
import { measure, type Timing } from './router/measure.js';
import { counts, type RouterSubject, subjects } from './router/subjects.js';

/** What one subject runs. */
interface Ready {
  readonly run: (path: string) => void;
  readonly target: string;
  readonly misses?: boolean | undefined;
}

const quick = process.argv.includes('--quick');
const SIZES = [10, 100, 1000, 10_000];
const SETTINGS = quick ? { rounds: 3, milliseconds: 20 } : { rounds: 9, milliseconds: 60 };

const sections: RouterReport['sections'][number][] = [];
const medians = new Map<string, number>();
/** By number of routes. */
const growths = new Map<number, Growth>();

console.log(
  `Node ${process.version}, ${SETTINGS.rounds} interleaved rounds, medians in ns per request (lowest-highest)\n`,
);
for (const scenario of flatScenarios) {
  await section(scenario.name, SIZES, (subject, size) => {
    const paths = pathsOf(size);
    return { run: subject.flat(paths), target: scenario.target(paths), misses: scenario.misses };
  });
}
await section('five routers deep, last parameter', SIZES, (subject, size) => {
  if (!subject.nested) return null;
  const paths = pathsOf(size);
  return {
    run: subject.nested(paths),
    target: nestedTarget(lastParameter(paths)),
  };
});
printGrowth();
printGoals();
writeResults();

async function section(
  name: string,
  sizes: readonly number[],
  prepare: (subject: RouterSubject, size: number) => Ready | null,
): Promise<void> {
  console.log(`### ${name}\n`);
  const columns: Timing[][] = [];
  for (const size of sizes) {
    const tasks = [];
    for (const subject of subjects) {
      const ready = prepare(subject, size);
      if (ready === null) continue;
      verify(subject.name, ready);
      tasks.push({ name: subject.name, run: () => ready.run(ready.target) });
    }
    progress(`${name}, ${size} routes`);
    columns.push(await measure(tasks, SETTINGS));
  }
  progress('');
  const rows = columns[0]!.map(({ name: subject }, row) => ({
    name: subject,
    timings: columns.map((column) => column[row]!),
  }));
  for (const { name: subject, timings } of rows) {
    for (const [i, { median }] of timings.entries()) medians.set(`${name}/${subject}/${sizes[i]}`, median);
  }
  const made = { name, sizes, rows };
  sections.push(made);
  console.log(`${routerTable(made)}\n`);
}

/** Never time a wrong result. */
function verify(name: string, { run, target, misses }: Ready): void {
  counts.hits = 0;
  counts.misses = 0;
  run(target);
  // Express reports a miss in a later tick of the event loop.
  const hits = misses ? 0 : 1;
  if (counts.hits !== hits)
    throw new Error(`${name} has ${counts.hits} hits instead of ${hits} for ${target}`);
}

function printGrowth(): void {
  console.log('### Compilation and memory (maglev)\n');
  console.log(
    '| routes | registration | compilation | bytes per route, registered | additional bytes per route, compiled |',
  );
  console.log('|---:|---:|---:|---:|---:|');
  for (const size of SIZES) {
    const script = fileURLToPath(new URL('router/growth.js', import.meta.url));
    const runs = Array.from(
      { length: quick ? 1 : 5 },
      (): Growth =>
        JSON.parse(
          execFileSync(process.execPath, ['--expose-gc', script, String(size)], { encoding: 'utf8' }),
        ),
    ).sort((a, b) => a.compilation - b.compilation);
    const one = runs[Math.floor(runs.length / 2)]!;
    const bytes = [one.registeredBytes, one.compiledBytes].map((value) =>
      Math.round(value).toLocaleString('en'),
    );
    console.log(
      `| ${size} | ${one.registration.toFixed(1)} ms | ${one.compilation.toFixed(1)} ms | ${bytes.join(' | ')} |`,
    );
    growths.set(size, one);
  }
  console.log();
}

function printGoals(): void {
  const ratio = (a: string, b: string) => (medians.get(a)! / medians.get(b)!).toFixed(2);
  const big = growths.get(10_000)!;
  console.log('### Goals\n');
  console.log('| goal | measured |');
  console.log('|---|---|');
  for (const name of ['first', 'last, text', 'last, parameter']) {
    console.log(
      `| ${name}: 10,000 routes cost at most 1.3 times 10 | ${ratio(`${name}/maglev/10000`, `${name}/maglev/10`)} |`,
    );
  }
  for (const name of ['last, text', 'last, parameter']) {
    console.log(
      `| ${name}, 100 routes: at least 20 times faster than Express 5 | ${ratio(`${name}/express 5/100`, `${name}/maglev/100`)} |`,
    );
  }
  console.log(`| compiling 10,000 routes under 150 ms | ${big.compilation.toFixed(0)} ms |`);
  console.log(
    `| retained memory under 2 KB per route | ${Math.round(big.registeredBytes + big.compiledBytes)} bytes |`,
  );
}

function writeResults(): void {
  const { rounds } = SETTINGS;
  const report: RouterReport = { kind: 'router', ...environment(), node: process.version, rounds, sections };
  mkdirSync(RESULTS, { recursive: true });
  writeFileSync(`${RESULTS}/router.json`, `${JSON.stringify(report, null, 1)}\n`);
  console.log(`\nWritten: ${relative(process.cwd(), RESULTS)}/router.json`);
}

function progress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`);
}
