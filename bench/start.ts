/**
 * `npm run bench:start`: the CPU time of a process until its first response, minus that of a bare Node, compared with other
 * frameworks. Each subject is installed in its own folder, and each figure comes from fresh processes, in interleaved rounds.
 *
 *   --rounds 15              processes of each kind for each subject
 *   --subjects maglev,koa    only these
 *   --node 20,24,26          majors of Node, from the npm package `node`, or paths of binaries; the newest by default
 *   --out folder             where to write the results (JSON, Markdown and a picture); bench/results by default
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { main, readOptions, wholeNumber } from './cli.js';
import { environment, versionOf } from './environment.js';
import { nodesOf } from './nodes.js';
import { RESULTS } from './places.js';
import { createProgress } from './shared.js';
import { installSubject } from './start/install.js';
import { measureStarts, type StartRun } from './start/measure.js';
import { startPicture } from './start/picture.js';
import { type StartReport, startTables } from './start/report.js';
import { startSubjectsOf } from './start/subjects.js';

const ROUNDS = 15;

main(async () => {
  const { values: options } = readOptions({ subjects: undefined, out: undefined });
  const rounds = wholeNumber('rounds', options.rounds ?? ROUNDS);
  const nodes = nodesOf(options.node);
  const installed = startSubjectsOf(options.subjects?.split(',')).map(installSubject);
  const progress = createProgress(nodes.length * rounds);
  const runs: StartRun[] = [];
  for (const node of nodes) {
    const version = versionOf(node);
    runs.push(
      await measureStarts(node, version, installed, rounds, (round) => progress.report(version, round)),
    );
  }
  progress.end();
  const report: StartReport = { kind: 'start', ...environment(), rounds, runs };
  const tables = startTables(report);
  console.log(tables);
  const folder = options.out ?? RESULTS;
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/start.json`, `${JSON.stringify(report, null, 1)}\n`);
  writeFileSync(`${folder}/start.md`, `${tables}\n`);
  writeFileSync(`${folder}/start.svg`, startPicture(report));
  console.log(`\nWritten to ${relative(process.cwd(), folder)}: start.json, start.md, start.svg`);
});
