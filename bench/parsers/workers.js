/** Parsers in processes of their own, so that no subject shapes the code that is compiled for another. */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { rounds, summary } from '../shared.js';

const WORKER = fileURLToPath(new URL('worker.js', import.meta.url));
const SUBJECTS = ['maglev', 'body-parser', 'fastify', 'bare stream'];

export async function measureInProcess(scenarios, { rounds: count, milliseconds, header, row }) {
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

/** Microseconds of CPU time per body. The first time takes longer, for warming up. */
function measure(worker, scenario) {
  return new Promise((resolve, reject) => {
    const onExit = () => reject(new Error(`no answer for ${scenario}`));
    worker.once('exit', onExit);
    worker.once('message', (figure) => {
      worker.removeListener('exit', onExit);
      resolve(figure);
    });
    worker.send(scenario);
  });
}
