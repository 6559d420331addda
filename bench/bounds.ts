/**
 * `npm run bench:bounds [-- --quick] [-- --only <words>] [-- --node 26,20]`: what attacks cost, on Express and on maglev, and whether it is
 * within the bounds. Prints Markdown, and fails if one is exceeded.
 */
import { ATTACKS } from './bounds/attacks.js';
import { measureAttack, measureCompiling } from './bounds/measure.js';
import { main, readOptions } from './cli.js';
import { versionOf } from './environment.js';
import { nodesOf } from './nodes.js';
import { createProgress, type Summary } from './shared.js';

const ROUNDS = { full: 9, quick: 3 };
/** How long the compilation may take between two requests, in milliseconds. */
const LONGEST_WAIT = 5;

main(async () => {
  const { values: options } = readOptions({ quick: false, only: '' });
  const nodes = nodesOf(options.node ?? '26,20');
  const attacks = ATTACKS.filter(({ name }) => name.includes(options.only));
  const isCompiling = 'compiling'.includes(options.only);
  const progress = createProgress(nodes.length * (attacks.length + Number(isCompiling)));
  let exceeded = 0;
  for (const node of nodes) {
    const version = versionOf(node);
    const lines = [
      `### Node ${version}: microseconds of CPU time per request`,
      '',
      '| attack | Express | maglev | times | bound | |',
      '|---|---:|---:|---:|---:|---|',
    ];
    const row = (cells: readonly string[], isWithin: boolean) => {
      if (!isWithin) exceeded++;
      lines.push(`| ${[...cells, isWithin ? '' : 'exceeded'].join(' | ')} |`);
    };
    for (const attack of attacks) {
      progress.report(`Node ${version}`, attack.name);
      const { express, maglev, ratio } = await measureAttack(
        attack,
        options.quick ? ROUNDS.quick : ROUNDS.full,
        node,
      );
      const cells = [attack.name, show(express), show(maglev), ratio.median.toFixed(2), String(attack.bound)];
      row(cells, ratio.median <= attack.bound);
    }
    if (isCompiling) {
      progress.report(`Node ${version}`, 'compiling');
      const { wait, memory } = measureCompiling(node);
      const waited = `compiling: longest time without requests, in milliseconds (${wait.table})`;
      row([waited, '', wait.figure.toFixed(1), '', String(LONGEST_WAIT)], wait.figure <= LONGEST_WAIT);
      const taken = `compiling: share of the memory that programs may take (${memory.table})`;
      row([taken, '', memory.figure.toFixed(2), '', '1'], memory.figure <= 1);
    }
    console.log(`${lines.join('\n')}\n`);
  }
  progress.end();
  if (exceeded > 0) throw new Error(`${exceeded} bounds are exceeded.`);
});

function show({ median, low, high }: Summary): string {
  const [text, from, to] = [median, low, high].map((value) => value.toFixed(value >= 100 ? 0 : 1));
  return `${text} (${from}-${to})`;
}
