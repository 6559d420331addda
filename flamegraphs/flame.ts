/**
 * `npm run flame -- <scenario> <subject>`: a flame graph of a server under load by `clinic flame`. Its page, which git
 * ignores, goes to pages/node-<major>/flame-<scenario>-<subject>.html; a small SVG of the same name, and the self time of
 * functions as text, from a CPU profile under the same load, go to graphs/.
 *
 *   --seconds 10    how long the server is under load
 *   --node 24       a major of Node, or the path of a binary
 *   --out folder    where all three files go
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startServer } from '../bench/http/processes.js';
import { ROOT } from '../bench/places.js';
import { describe, grouping, type Profile, summarise } from '../bench/shared.js';
import { collect, draw } from './clinic.js';
import { drawGraph, framesIn } from './graph.js';
import { askFor } from './load.js';
import { headingOf, runTask, type Task } from './task.js';

/** The share of the time that is starting and warming up, and is not shown. */
const WARM_UP = 0.25;
const groupOf = grouping({ root: ROOT, application: /\/bench\/http\//, applicationName: 'application' });

// The two profilers get in each other's way, so each has a server of its own, under the same load.
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

/** Loading and compiling would be half of the page. */
function dropWarmUp(folder: string): void {
  const file = fileIn(folder, 'samples');
  const stacks: unknown[] = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify(stacks.slice(stacks.length * WARM_UP)));
}

async function profile({ subject, scenario, node, seconds, scratch }: Task): Promise<Profile> {
  const server = await startServer(subject, scenario, { node, flags: ['--cpu-prof'] });
  try {
    await askFor(seconds, subject, scenario, server.port);
  } finally {
    await server.stop();
  }
  return JSON.parse(readFileSync(fileIn(scratch, '.cpuprofile'), 'utf8'));
}

function fileIn(folder: string, ending: string): string {
  const name = readdirSync(folder).find((one) => one.endsWith(ending));
  if (name === undefined) throw new Error(`The profiler has left no file that ends in ${ending}.`);
  return join(folder, name);
}
