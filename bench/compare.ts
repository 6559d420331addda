/**
 * `npm run bench:compare -- <ref> [scenario...]`: the working tree against a commit, by CPU time per request.
 *
 *   --subject maglev-4       another line or variant of maglev
 *   --processes 3            fresh processes of each, because two processes with the same code differ a little
 *   --rounds 20 --slot 60    rounds for each pair of processes, and milliseconds in each
 *   --node 24                a major of Node, from the npm package `node`, or the path of a binary; the newest by default
 *   --pipelining 10          as in `npm run bench`
 */
import { main, readOptions, requireAll, settingsOf } from './cli.js';
import { commit, versionOf } from './environment.js';
import { measureScenario, type Step } from './http/measure.js';
import { startLoad } from './http/processes.js';
import type { Scenario } from './http/scenario.js';
import { scenarioOf } from './http/scenarios.js';
import { type Settings, WARM_UP } from './http/settings.js';
import { type Subject, subjectsOf } from './http/subjects.js';
import { nodeOf } from './nodes.js';
import { spread, table } from './report/markdown.js';
import { spreadText } from './report/verdict.js';
import { createProgress, isNoisy, ratio, type Summary, sentenceOf, verdict } from './shared.js';
import { withBuildOf } from './worktree.js';

/** Many short rounds, as in `npm run bench`. */
const SETTINGS = { processes: 3, rounds: 20, slot: 60, warmUp: WARM_UP };
interface Row {
  readonly scenario: Scenario;
  readonly ours: Summary;
  readonly theirs: Summary;
}

const SCENARIOS = ['json', 'param', 'flat-500', 'middlewares-10', 'post-json-1024', 'api'];

main(async () => {
  const { values: options, positionals } = readOptions({
    subject: 'maglev',
    server: 'listen',
  });
  const [ref, ...ids] = positionals;
  if (ref === undefined)
    throw new Error('Pass a commit to compare with, for example: npm run bench:compare -- main json');
  const scenarios = (ids.length > 0 ? ids : SCENARIOS).map(scenarioOf);

  const node = nodeOf(options.node);
  const settings = settingsOf(SETTINGS, options, node);

  // The servers and the load are those of this tree. Only maglev itself is loaded from the other.
  const rows = await withBuildOf(ref, async (dist) => {
    const choice = { ...options, isBare: settings.pipelining > 1 };
    const pair = [named('this tree', choice), named(ref, { ...choice, dist })];
    return compareAll(scenarios, pair, settings);
  });
  console.log(
    `${commit()} against ${ref}, Node ${versionOf(node)}: microseconds of CPU time per request, medians (spread)\n`,
  );
  console.log(table({ head: ['', 'this tree', ref, 'ratio', ''], rows: rows.map(rowOf) }));
  console.log();
  for (const { scenario, ours, theirs } of rows) {
    console.log(`- ${scenario.name}: ${sentenceOf('this tree', ref, ratio(ours, theirs))}`);
  }
});

/** The same subject under another name, from another build. */
function named(
  name: string,
  { subject: id, ...choice }: { subject: string; server: string; isBare: boolean; dist?: string },
): Subject {
  const subjects = subjectsOf([id], choice);
  requireAll(subjects);
  return { ...subjects[0]!, id: name, name };
}

async function compareAll(
  scenarios: readonly Scenario[],
  pair: readonly Subject[],
  settings: Settings,
): Promise<Row[]> {
  const load = startLoad();
  const steps = scenarios.length * settings.processes * pair.length * (settings.rounds + 1);
  const progress = createProgress(steps);
  const onStep = ({ scenario, subject, doing }: Step) =>
    progress.report(scenario.name, `${subject.name}, ${doing}`);
  const rows: Row[] = [];
  try {
    for (const scenario of scenarios) {
      const [ours, theirs] = await measureScenario(load, scenario, pair, settings, onStep);
      rows.push({ scenario, ours: ours!.cpu, theirs: theirs!.cpu });
    }
  } finally {
    await load.stop();
    progress.end();
  }
  return rows;
}

function rowOf({ scenario, ours, theirs }: Row): string[] {
  const microseconds = (value: number) => value.toFixed(1);
  const times = ratio(ours, theirs);
  const result = { cheaper: 'faster', costlier: 'slower', tie: 'tie' }[verdict(ours, theirs)];
  return [
    scenario.name,
    spread(ours, microseconds),
    spread(theirs, microseconds),
    spreadText(times, (value) => value.toFixed(3)),
    isNoisy(times) && result === 'tie' ? '' : result,
  ];
}
