/**
 * `npm run bench:count [-- --subjects raw,maglev] [--scenarios json] [--node 26] [--functions 30]`: the instructions, cache misses
 * and mispredicted branches of a request, by function. callgrind (part of valgrind, which has to be installed) counts them on Node 22
 * or later. Counts are nearly the same each time, no matter how busy the machine is. They do not include the kernel. If the JIT
 * compilers or the garbage collector ran, their functions are listed.
 */
import { main, readOptions, requireAll } from './cli.js';
import { type Counts, noCounts } from './count/profile.js';
import { countRequests, requireCallgrind } from './count/server.js';
import { startLoad } from './http/processes.js';
import { scenarioOf } from './http/scenarios.js';
import { subjectsOf } from './http/subjects.js';
import { nodeOf } from './nodes.js';
import { table } from './report/markdown.js';

const AMOUNTS = { warmUp: 40_000, counted: 2000 };
const HEAD = ['', 'instructions', 'instruction cache misses', 'data cache misses', 'mispredicted branches'];

main(async () => {
  const { values } = readOptions({ subjects: 'raw,maglev', scenarios: 'json', functions: '30' });
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
      }
    }
  } finally {
    await load.stop();
  }
});

/** The total, and the functions with the most instructions. */
function rowsOf(profile: ReadonlyMap<string, Counts>, most: number): string[][] {
  const total = noCounts();
  for (const counts of profile.values())
    for (const event of Object.keys(total) as (keyof Counts)[]) total[event] += counts[event];
  const first = [...profile].sort(([, a], [, b]) => b.instructions - a.instructions).slice(0, most);
  return [['all', total] as const, ...first].map(([name, counts]) => [
    name.slice(0, 80),
    ...Object.values(counts).map((count) => Math.round(count).toLocaleString('en')),
  ]);
}
