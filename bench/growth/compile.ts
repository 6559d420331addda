/** The cost of compiling tables, family by family, with a separate process for each table. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Plot, Series } from '../report/reports.js';
import { summary } from '../shared.js';
import { FAMILIES } from './families.js';

export const COMPILE_SIZES = { full: [1250, 2500, 5000, 10_000, 20_000], quick: [1000, 2000, 4000] };

/** The output of a process for one table. */
export interface Compiled {
  readonly milliseconds: number;
  readonly bytes: number;
}

const TABLE = fileURLToPath(new URL('table.js', import.meta.url));

/** Two plots, with a line for each family. */
export function measureCompiling(
  sizes: readonly number[],
  rounds: number,
  node: string | undefined,
  onStep: (family: string, size: number) => void,
): Plot[] {
  const time: Series[] = [];
  const memory: Series[] = [];
  for (const [i, { name }] of FAMILIES.entries()) {
    const points = sizes.map((size) => {
      onStep(name, size);
      const results = Array.from({ length: rounds }, () => compileOnce(i, size, node));
      return {
        time: { x: size, ...summary(results.map(({ milliseconds }) => milliseconds)) },
        memory: { x: size, ...summary(results.map(({ bytes }) => bytes / 1024)) },
      };
    });
    time.push({ id: `family-${i}`, name, points: points.map((point) => point.time) });
    memory.push({ id: `family-${i}`, name, points: points.map((point) => point.memory) });
  }
  const common = {
    note: 'Families of tables, each of which grows in one direction; app.compile().',
    x: 'layers',
  };
  return [
    { ...common, id: 'compile-time', title: 'Compiling: time', y: 'milliseconds of CPU time', series: time },
    { ...common, id: 'compile-memory', title: 'Compiling: memory', y: 'kilobytes of heap', series: memory },
  ];
}

function compileOnce(family: number, size: number, node: string = process.execPath): Compiled {
  const { stdout, stderr, status } = spawnSync(node, ['--expose-gc', TABLE, String(family), String(size)], {
    encoding: 'utf8',
  });
  if (status !== 0)
    throw new Error(`${FAMILIES[family]!.name} of ${size} layers could not be compiled: ${stderr}`);
  return JSON.parse(stdout);
}
