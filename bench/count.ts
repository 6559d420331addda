/**
 * `npm run bench:count [-- --subjects raw,maglev] [--scenarios json] [--node 26] [--functions 30] [--callers ObjectValues]`:
 * the instructions, cache misses and mispredicted branches of a request, by function. callgrind (part of valgrind, which has to be installed) counts them on Node 22
 * or later. Counts are nearly the same each time, no matter how busy the machine is. They do not include the kernel. If the JIT
 * compilers or the garbage collector ran, their functions are listed. `--callers` lists who calls a function, and how often.
 */
import { main, readOptions, requireAll } from './cli.js';
import { type Counts, noCounts, type Profile } from './count/profile.js';
import { countRequests, requireCallgrind } from './count/server.js';
import { startLoad } from './http/processes.js';
import { scenarioOf } from './http/scenarios.js';
import { subjectsOf } from './http/subjects.js';
import { nodeOf } from './nodes.js';
import { table } from './report/markdown.js';

const AMOUNTS = { warmUp: 40_000, counted: 2000 };
const HEAD = ['', 'instructions', 'instruction cache misses', 'data cache misses', 'mispredicted branches'];

main(async () => {
  const { values } = readOptions({ subjects: 'raw,maglev', scenarios: 'json', functions: '30', callers: '' });
  requireCallgrind();
  const subjects = subjectsOf(values.subjects.split(','));
  requireAll(subjects);
  const scenarios = values.scenarios.split(',').map(scenarioOf);
  const node = nodeOf(values.node);
  const load = startLoad();
  try {
    for (const scenario of scenarios) {
      for (const subject of subjects) {
        const profile = await countRequests(subject, scenario, load, { node, amounts: AMOUNTS });
        console.log(`\n### ${subject.name}, ${scenario.name}, per request\n`);
        console.log(table({ head: HEAD, rows: rowsOf(profile, Number(values.functions)) }));
        if (values.callers !== '') console.log(`\n${callersOf(profile, values.callers)}`);
      }
    }
  } finally {
    await load.stop();
  }
});

/** The total, and the functions with the most instructions. */
function rowsOf({ functions }: Profile, most: number): string[][] {
  const total = noCounts();
  for (const counts of functions.values())
    for (const event of Object.keys(total) as (keyof Counts)[]) total[event] += counts[event];
  const first = [...functions].sort(([, a], [, b]) => b.instructions - a.instructions).slice(0, most);
  return [['all', total] as const, ...first].map(([name, counts]) => [
    name.slice(0, 80),
    ...Object.values(counts).map((count) => Math.round(count).toLocaleString('en')),
  ]);
}

/** Who calls the functions whose names contain a text. */
function callersOf({ calls }: Profile, text: string): string {
  const rows = [...calls]
    .filter(([name]) => name.includes(text))
    .flatMap(([name, callers]) => [...callers].map(([caller, count]) => ({ name, caller, count })))
    .toSorted((a, b) => b.count - a.count)
    .filter(({ count }) => count >= 0.01);
  return table({
    head: ['function', 'called by', 'calls per request'],
    rows: rows.map(({ name, caller, count }) => [name.slice(0, 60), caller.slice(0, 80), count.toFixed(2)]),
  });
}
