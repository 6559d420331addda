/**
 * `npm run bench`: the CPU time of the server per request, compared with other frameworks.
 *
 *   --quick                  four subjects in about three minutes, instead of all in about an hour and a half
 *   --subjects maglev,koa    only these, or `all`, or `installed`; --scenarios json,flat-500 likewise
 *   --processes 3            fresh processes of each subject, because two processes with the same code differ a little
 *   --rounds 17 --slot 60    rounds for each process, and milliseconds of each subject in each
 *   --connections 100        concurrent connections
 *   --pipelining 10          as public benchmarks do: 100 connections with that many pipelined requests each, and
 *                            neither ETag nor X-Powered-By
 *   --server created         maglev and Express behind http.createServer(app) instead of app.listen
 *   --node 20,24,26          majors of Node, from the npm package `node`, or paths of binaries; the newest by default
 *   --out folder             where to write the results (JSON, Markdown and HTML); bench/results by default
 */
import { main, readOptions, requireAll, settingsOf } from './cli.js';
import { environment, versionOf } from './environment.js';
import { type Measured, measureAll, stepsOf } from './http/measure.js';
import type { Scenario } from './http/scenario.js';
import { scenarioOf, scenarios } from './http/scenarios.js';
import { FULL, QUICK } from './http/settings.js';
import { BASE, incompleteOf, installedOf, type Subject, subjectsOf } from './http/subjects.js';
import { nodesOf } from './nodes.js';
import { folderOf } from './peers.js';
import { markdown } from './report/markdown.js';
import type { HttpReport, Run } from './report/reports.js';
import { terminalText } from './report/terminal.js';
import { writeReport } from './report/write.js';
import { createProgress } from './shared.js';

/** The subjects of a quick run; `--subjects all` adds the others. */
const QUICK_SUBJECTS = ['raw', 'maglev', 'express', 'fastify'];

main(async () => {
  const { values: options } = readOptions({
    quick: false,
    subjects: undefined,
    scenarios: undefined,
    server: 'listen',
    out: undefined,
  });
  const wanted = options.scenarios?.split(',').map(scenarioOf) ?? scenarios.filter(isPossible);
  const subjects = chosen(options);
  const nodes = nodesOf(options.node);

  const { node: _, ...settings } = settingsOf(options.quick ? QUICK : FULL, options, nodes[0]!);
  const progress = createProgress(nodes.length * wanted.length * stepsOf(subjects.length, settings));
  const { server, out } = options;
  const about = { kind: 'http' as const, ...environment(), settings, server, base: BASE };
  const done: Run[] = [];
  let report: HttpReport | undefined;
  let written = '';
  for (const node of nodes) {
    const version = versionOf(node);
    const save = (results: readonly Measured[]) => {
      report = { ...about, runs: [...done, { node: version, results }] };
      written = writeReport(report, out);
    };
    await measureAll(
      wanted,
      subjects,
      { ...settings, node },
      ({ scenario, subject, doing }) =>
        progress.report(`Node ${version}, ${scenario.name}`, `${subject.name}, ${doing}`),
      save,
    );
    if (report !== undefined) done.push(report.runs.at(-1)!);
  }
  progress.end();
  if (report !== undefined) console.log(process.stdout.isTTY ? terminalText(report) : markdown(report));
  console.log(`\n${written}`);
});

function chosen(options: {
  quick: boolean;
  subjects: string | undefined;
  server: string;
  pipelining: string;
}): Subject[] {
  const { quick, subjects: names = quick ? QUICK_SUBJECTS.join() : 'all', server } = options;
  const choice = { server, isBare: Number(options.pipelining) > 1 };
  if (names === 'installed') {
    const all = withoutVariants(subjectsOf(undefined, choice));
    for (const message of incompleteOf(all)) console.error(`Not measured: ${message}`);
    return withoutVariants(installedOf(all));
  }
  // Shares are relative to the base, so it is always measured.
  const ids = names === 'all' ? undefined : [BASE, ...names.split(',')];
  const subjects = subjectsOf(ids, choice);
  requireAll(subjects);
  return subjects;
}

/** Variants of a subject are measured on request only, except for maglev in the line of each installed Express. */
function withoutVariants(subjects: readonly Subject[]): Subject[] {
  const hasExpress4 = subjects.some(({ id }) => id === 'express-4');
  return subjects.filter(({ id }) => (id === 'maglev-4' ? hasExpress4 : !/^(raw|maglev|fastify)-/.test(id)));
}

function isPossible({ needs = [] }: Scenario): boolean {
  return needs.every((name) => folderOf(name) !== undefined);
}
