/**
 * `npm run bench`: what a request costs, in CPU time of the server, beside others.
 *
 *   --quick                  four subjects in about two minutes, instead of all in half an hour
 *   --subjects maglev,koa    only these, or all, or those that are installed; --scenarios json,flat-500 likewise
 *   --rounds 9 --slot 500    rounds, and milliseconds of each subject in each
 *   --connections 100        how many ask at the same time
 *   --server created         maglev and Express behind http.createServer(app) instead of app.listen
 *   --node /path/to/node     the binary that runs the servers
 *   --out folder             where the results go (JSON, Markdown and HTML), bench/results unless given
 */
import { main, readOptions, requireAll, settingsOf } from './cli.js';
import { environment } from './environment.js';
import { type Measured, measureAll } from './http/measure.js';
import type { Scenario } from './http/scenario.js';
import { scenarioOf, scenarios } from './http/scenarios.js';
import { BASE, installedOf, type Subject, subjectsOf } from './http/subjects.js';
import { folderOf } from './peers.js';
import { markdown } from './report/markdown.js';
import type { HttpReport } from './report/reports.js';
import { writeReport } from './report/write.js';
import { createProgress } from './shared.js';

const QUICK = { rounds: 3, slot: 100, warmUp: { least: 3000, most: 6000, milliseconds: 1200 } };
const FULL = { rounds: 9, slot: 400, warmUp: { least: 8000, most: 20_000, milliseconds: 5000 } };
/** Those that a first look is about; `--subjects all` has the others too. */
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

  const settings = settingsOf(options.quick ? QUICK : FULL, options);
  const progress = createProgress(wanted.length * subjects.length * (settings.rounds + 1));
  const { server, out } = options;
  const about = { kind: 'http' as const, ...environment(options.node), settings, server, base: BASE };
  let report: HttpReport | undefined;
  let written = '';
  await measureAll(
    wanted,
    subjects,
    settings,
    ({ scenario, subject, doing }) => progress.tell(scenario.name, `${subject.name}, ${doing}`),
    (results: readonly Measured[]) => {
      report = { ...about, results };
      written = writeReport(report, out);
    },
  );
  progress.end();
  if (report !== undefined) console.log(markdown(report));
  console.log(`\n${written}`);
});

function chosen(options: { quick: boolean; subjects: string | undefined; server: string }): Subject[] {
  const { quick, subjects: names = quick ? QUICK_SUBJECTS.join() : 'all' } = options;
  // Variants of a subject are for those who ask for them.
  if (names === 'installed')
    return installedOf(subjectsOf(undefined, options)).filter(({ id }) => !/^(raw|maglev)-/.test(id));
  // Shares need their whole, whoever else is asked for.
  const ids = names === 'all' ? undefined : [BASE, ...names.split(',')];
  const subjects = subjectsOf(ids, options);
  requireAll(subjects);
  return subjects;
}

function isPossible({ needs = [] }: Scenario): boolean {
  return needs.every((name) => folderOf(name) !== undefined);
}
