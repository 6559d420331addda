/** Parsers in separate processes, so that no subject affects the JIT compilation of another. */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { rounds, type Summary, summary } from '../shared.js';
import type { Body } from './bodies.js';

/** How to measure, and how to print the results. */
export interface Table {
  readonly rounds: number;
  readonly milliseconds: number;
  header(names: readonly string[]): void;
  row(name: string, figures: readonly Summary[]): void;
}

const WORKER = fileURLToPath(new URL('worker.js', import.meta.url));
const SUBJECTS = ['maglev', 'body-parser', 'fastify', 'bare stream'];

export async function measureInProcess(
  scenarios: readonly Body[],
  { rounds: count, milliseconds, header, row }: Table,
): Promise<void> {
  const workers = SUBJECTS.map((name) => fork(WORKER, [name, String(milliseconds)], { stdio: 'inherit' }));
  header(SUBJECTS);
  for (const { name } of scenarios) {
    for (const worker of workers) await measure(worker, name);
    const figures = await rounds(workers, count, (worker) => measure(worker, name));
    row(name, figures.map(summary));
  }
  for (const worker of workers) worker.disconnect();
  console.log();
}

/** Microseconds of CPU time per body. The first call also warms up. */
function measure(worker: ChildProcess, scenario: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const onExit = () => reject(new Error(`no result for ${scenario}`));
    worker.once('exit', onExit);
    worker.once('message', (figure) => {
      worker.removeListener('exit', onExit);
      resolve(Number(figure));
    });
    worker.send(scenario);
  });
}
