/**
 * The method: start fresh processes of each subject, verify their responses, warm them up, then measure them in interleaved rounds.
 * This is repeated as often as `processes` requests.
 */
import { type Cost, type Figures, figuresOf, rounds, summary } from '../shared.js';
import { type Beside, besideOf, measurePairs } from './pairs.js';
import { type RunningLoad, type RunningServer, startLoad, startServer } from './processes.js';
import { compareBytes } from './same-bytes.js';
import type { Scenario } from './scenario.js';
import type { Settings } from './settings.js';
import type { Subject } from './subjects.js';
import { verify } from './verify.js';
import { measureOnce, prepare, type Ready } from './warm-up.js';

/** A step of a run, for the display of progress. */
export interface Step {
  readonly scenario: Scenario;
  readonly subject: Subject;
  readonly doing: string;
}

type OnStep = (step: Step) => void;

/** The costs of a subject. */
export interface Measurement extends Figures {
  readonly id: string;
  readonly name: string;
  readonly startup: number;
}

/** The costs of each subject for a scenario, also relative to the base. */
export interface Measured {
  readonly id: string;
  readonly name: string;
  readonly subjects: readonly (Measurement & Beside)[];
}

/**
 * Measures each subject with each scenario in pairs with the first subject, the base. `onStep` is called for each step, and
 * `save` gets all results after each scenario, because a run may be interrupted.
 */
export async function measureAll(
  scenarios: readonly Scenario[],
  subjects: readonly Subject[],
  settings: Settings,
  onStep: OnStep,
  save: (results: readonly Measured[]) => void,
): Promise<void> {
  const load = startLoad();
  const results: Measured[] = [];
  try {
    for (const scenario of scenarios) {
      const samples = await inProcesses(load, scenario, subjects, settings, onStep, async (servers, run) => {
        const [base, ...others] = servers;
        const pairs = await measurePairs(base!, others, settings.rounds, run);
        return servers.map((server) => pairs.get(server)!);
      });
      const measured = samples.map(({ startups, rounds: pairs }, i) => {
        const costs = pairs.map(({ own }) => own);
        return { ...measurementOf(subjects[i]!, startups, costs), ...besideOf(pairs) };
      });
      results.push({ id: scenario.id, name: scenario.name, subjects: measured });
      save(results);
    }
  } finally {
    await load.stop();
  }
}

/**
 * How often `measureAll` calls `onStep` for one scenario: a warm-up of each subject, and rounds in which the base runs once more
 * for every two other subjects.
 */
export function stepsOf(
  subjects: number,
  { processes, rounds }: Pick<Settings, 'processes' | 'rounds'>,
): number {
  return processes * (subjects + rounds * (subjects + Math.floor((subjects - 1) / 2)));
}

/** The costs of each subject with one scenario, in interleaved rounds. */
export async function measureScenario(
  load: RunningLoad,
  scenario: Scenario,
  subjects: readonly Subject[],
  settings: Settings,
  onStep: OnStep,
): Promise<Measurement[]> {
  const samples = await inProcesses(load, scenario, subjects, settings, onStep, (servers, run) =>
    rounds(servers, settings.rounds, run),
  );
  return samples.map(({ startups, rounds: costs }, i) => measurementOf(subjects[i]!, startups, costs));
}

/** The samples of one subject from all of its processes. */
interface Samples<Round> {
  readonly startups: number[];
  readonly rounds: Round[];
}

/** Collects the rounds that `use` measures for each subject, in their order, over one set of processes after the other. */
async function inProcesses<Round>(
  load: RunningLoad,
  scenario: Scenario,
  subjects: readonly Subject[],
  settings: Settings,
  onStep: OnStep,
  use: (servers: Ready[], run: MeasureRound) => Promise<Round[][]>,
): Promise<Samples<Round>[]> {
  const samples = subjects.map((): Samples<Round> => ({ startups: [], rounds: [] }));
  for (let i = 0; i < settings.processes; i++) {
    // The order alternates, so that starting first is no advantage.
    const order = i % 2 === 0 ? subjects : subjects.toReversed();
    await withServers(load, scenario, order, settings, onStep, async (started, run) => {
      const servers = subjects.map((subject) => started.find((server) => server.subject === subject)!);
      const measured = await use(servers, run);
      for (const [j, { startup }] of servers.entries()) {
        samples[j]!.startups.push(startup);
        samples[j]!.rounds.push(...measured[j]!);
      }
    });
  }
  return samples;
}

type MeasureRound = (server: Ready, round: number) => Promise<Cost>;

/** Calls `use` with a warmed-up server for each subject, and a function that measures one round of a server. */
async function withServers(
  load: RunningLoad,
  scenario: Scenario,
  subjects: readonly Subject[],
  settings: Settings,
  onStep: OnStep,
  use: (servers: Ready[], run: MeasureRound) => Promise<void>,
): Promise<void> {
  const servers: RunningServer[] = [];
  const ready: Ready[] = [];
  try {
    for (const subject of subjects) {
      onStep({ scenario, subject, doing: 'warming up' });
      const server = await startServer(subject, scenario, { node: settings.node, flags: flagsFor(settings) });
      servers.push(server);
      ready.push(await prepare(load, scenario, server, settings));
    }
    compareBytes(ready);
    await use(ready, (server, round) => {
      onStep({ scenario, subject: server.subject, doing: `round ${round + 1} of ${settings.rounds}` });
      return measureOnce(load, scenario, server, server.amount, settings);
    });
    // The responses have to be right after a hundred thousand requests as well.
    for (const { subject, port } of ready) await verify(subject.name, scenario, port);
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}

/** Ten pipelined requests add ten listeners to one connection, for which Node prints a warning of a leak. */
function flagsFor({ pipelining }: Settings): string[] {
  return pipelining > 1 ? ['--no-warnings'] : [];
}

function measurementOf(
  { id, name }: Subject,
  startups: readonly number[],
  costs: readonly Cost[],
): Measurement {
  return { id, name, startup: summary(startups).median, ...figuresOf(costs) };
}
