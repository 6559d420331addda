/**
 * `npm run flame -- <scenario> <subject>`: a flame graph of a server under load, by `clinic flame`. Writes its page, which git
 * ignores, to pages/node-<major>/flame-<scenario>-<subject>.html. Writes a small SVG and the self time of functions as text, from
 * a CPU profile under the same load, to files of the same name in graphs/.
 *
 *   --seconds 10    how long the server is under load
 *   --node 24       a major of Node, or the path of a binary
 *   --out folder    where to write all three files
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startServer } from '../bench/http/processes.js';
import { ROOT } from '../bench/places.js';
import { describe, grouping, type Profile, summarise } from '../bench/shared.js';
import { collect, draw } from './clinic.js';
import { drawGraph, framesIn } from './graph.js';
import { runLoad } from './load.js';
import { headingOf, runTask, type Task } from './task.js';

/** The share of the time for startup and warm-up, which is not shown. */
const WARM_UP = 0.25;
const groupOf = grouping({ root: ROOT, application: /\/bench\/http\//, applicationName: 'application' });

// The two profilers interfere with each other, so each has its own server, under the same load.
await runTask('flame', async (task) => {
  const data = collect('flame', task);
  dropWarmUp(data);
  const heading = headingOf(task);
  writeFileSync(`${task.file}.svg`, drawGraph(framesIn(draw('flame', task, data)), heading));
  const shares = summarise(await profile(task), groupOf, { from: task.seconds * 1e6 * WARM_UP });
  const text = [...heading, '', describe(shares), ''].join('\n');
  writeFileSync(`${task.file}.txt`, text);
  console.log(text);
  return [`${task.file}.svg`, `${task.file}.txt`, task.page];
});

/** Otherwise loading and compiling would take half of the page. */
function dropWarmUp(folder: string): void {
  const file = fileIn(folder, 'samples');
  const stacks: unknown[] = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify(stacks.slice(stacks.length * WARM_UP)));
}

async function profile({ subject, scenario, node, seconds, scratch }: Task): Promise<Profile> {
  const server = await startServer(subject, scenario, { node, flags: ['--cpu-prof'] });
  try {
    await runLoad(seconds, subject, scenario, server.port);
  } finally {
    await server.stop();
  }
  return JSON.parse(readFileSync(fileIn(scratch, '.cpuprofile'), 'utf8'));
}

function fileIn(folder: string, ending: string): string {
  const name = readdirSync(folder).find((one) => one.endsWith(ending));
  if (name === undefined) throw new Error(`The profiler did not write a file that ends with ${ending}.`);
  return join(folder, name);
}
