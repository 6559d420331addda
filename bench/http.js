/**
 * `npm run bench`: what a request costs, in CPU time of the server, beside others.
 *
 *   --quick                  six subjects in about two minutes, instead of all in an hour
 *   --subjects maglev,koa    only these, or all; --scenarios json,flat-500 likewise
 *   --rounds 9 --slot 500    rounds, and milliseconds of each subject in each
 *   --connections 100        how many ask at the same time
 *   --server created         maglev and Express behind http.createServer(app) instead of app.listen
 *   --node /path/to/node     the binary that runs the servers
 *   --out folder             where the results go (JSON, Markdown and HTML), bench/results unless given
 */
import { parseArgs } from 'node:util';
import { environment } from './environment.js';
import { CONNECTIONS, measureAll } from './http/measure.js';
import { scenarioOf, scenarios } from './http/scenarios.js';
import { BASE, missingOf, subjectsOf } from './http/subjects.js';
import { createProgress } from './progress.js';
import { markdown } from './report/markdown.js';
import { writeReport } from './report/write.js';

const QUICK = { rounds: 3, slot: 100, warmUp: { requests: 3000, milliseconds: 2000 } };
const FULL = { rounds: 9, slot: 1000, warmUp: { requests: 10_000, milliseconds: 5000 } };
/** Those that a first look is about; `--subjects all` has the others too. */
const QUICK_SUBJECTS = ['raw', 'raw-flat', 'raw-express', 'maglev', 'express', 'fastify'];

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    subjects: { type: 'string' },
    scenarios: { type: 'string' },
    rounds: { type: 'string' },
    slot: { type: 'string' },
    connections: { type: 'string' },
    server: { type: 'string', default: 'listen' },
    node: { type: 'string', default: process.execPath },
    out: { type: 'string' },
  },
});

const wanted = options.scenarios?.split(',').map(scenarioOf) ?? scenarios;
const subjects = subjectsOf(wantedSubjects(), options);
const missing = missingOf(subjects);
if (missing !== undefined) {
  console.error(missing);
  process.exit(1);
}

const settings = settingsOf(options.quick ? QUICK : FULL);
const progress = createProgress(wanted.length * subjects.length * (settings.rounds + 1));
const results = await measureAll(wanted, subjects, settings, ({ scenario, subject, doing }) =>
  progress.tell(scenario.name, `${subject.name}, ${doing}`),
);
progress.end();

const report = {
  kind: 'http',
  ...environment(options.node),
  settings,
  server: options.server,
  base: BASE,
  results,
};
console.log(markdown(report));
console.log(`\n${writeReport(report, options.out)}`);

function settingsOf({ rounds, slot, warmUp }) {
  return {
    rounds: Number(options.rounds ?? rounds),
    slot: Number(options.slot ?? slot),
    warmUp,
    connections: Number(options.connections ?? CONNECTIONS),
    node: options.node,
  };
}

function wantedSubjects() {
  const { subjects: ids = options.quick ? QUICK_SUBJECTS.join() : 'all' } = options;
  // Shares need their whole, whoever else is asked for.
  return ids === 'all' ? undefined : [BASE, ...ids.split(',')];
}
