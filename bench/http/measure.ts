/**
 * The method: fresh processes of each subject, answers checked, a warm-up, then rounds in which all have their turn; and that again,
 * for as many processes as asked for.
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

/** What is going on. */
export interface Step {
  readonly scenario: Scenario;
  readonly subject: Subject;
  readonly doing: string;
}

type Tell = (step: Step) => void;

/** A subject with what it costs. */
export interface Measurement extends Figures {
  readonly id: string;
  readonly name: string;
  readonly startup: number;
}

/** A scenario with what it costs each subject, beside the one that the others are shares of. */
export interface Measured {
  readonly id: string;
  readonly name: string;
  readonly subjects: readonly (Measurement & Beside)[];
}

/**
 * Measures each subject with each scenario in pairs with the first of them. `tell` hears what is going on, and `keep` gets
 * all results after each scenario, as a run may be cut short.
 */
export async function measureAll(
  scenarios: readonly Scenario[],
  subjects: readonly Subject[],
  settings: Settings,
  tell: Tell,
  keep: (results: readonly Measured[]) => void,
): Promise<void> {
  const load = startLoad();
  const results: Measured[] = [];
  try {
    for (const scenario of scenarios) {
      const taken = await inProcesses(load, scenario, subjects, settings, tell, async (servers, turn) => {
        const [base, ...others] = servers;
        const pairs = await measurePairs(base!, others, settings.rounds, turn);
        return servers.map((server) => pairs.get(server)!);
      });
      const measured = taken.map(({ startups, turns }, i) => {
        const costs = turns.map(({ own }) => own);
        return { ...measurementOf(subjects[i]!, startups, costs), ...besideOf(turns) };
      });
      results.push({ id: scenario.id, name: scenario.name, subjects: measured });
      keep(results);
    }
  } finally {
    await load.stop();
  }
}

/**
 * How often `measureAll` tells what it is doing, for one scenario: a warm-up of each, and rounds in which the base is there once
 * more for each two of the others.
 */
export function stepsOf(
  subjects: number,
  { processes, rounds }: Pick<Settings, 'processes' | 'rounds'>,
): number {
  return processes * (subjects + rounds * (subjects + Math.floor((subjects - 1) / 2)));
}

/** What each subject costs with one scenario, each having its turn in each round. */
export async function measureScenario(
  load: RunningLoad,
  scenario: Scenario,
  subjects: readonly Subject[],
  settings: Settings,
  tell: Tell,
): Promise<Measurement[]> {
  const taken = await inProcesses(load, scenario, subjects, settings, tell, (servers, turn) =>
    rounds(servers, settings.rounds, turn),
  );
  return taken.map(({ startups, turns }, i) => measurementOf(subjects[i]!, startups, turns));
}

/** What was taken of one subject in all of its processes. */
interface Taken<Turn> {
  readonly startups: number[];
  readonly turns: Turn[];
}

/** Puts together what `use` takes of each subject, in their order, from one set of processes after the other. */
async function inProcesses<Turn>(
  load: RunningLoad,
  scenario: Scenario,
  subjects: readonly Subject[],
  settings: Settings,
  tell: Tell,
  use: (servers: Ready[], turn: MeasureTurn) => Promise<Turn[][]>,
): Promise<Taken<Turn>[]> {
  const taken = subjects.map((): Taken<Turn> => ({ startups: [], turns: [] }));
  for (let i = 0; i < settings.processes; i++) {
    // Whoever starts first gets no advantage from it.
    const order = i % 2 === 0 ? subjects : subjects.toReversed();
    await withServers(load, scenario, order, settings, tell, async (started, turn) => {
      const servers = subjects.map((subject) => started.find((server) => server.subject === subject)!);
      const turns = await use(servers, turn);
      for (const [j, { startup }] of servers.entries()) {
        taken[j]!.startups.push(startup);
        taken[j]!.turns.push(...turns[j]!);
      }
    });
  }
  return taken;
}

type MeasureTurn = (server: Ready, round: number) => Promise<Cost>;

/** Calls `use` with a server for each subject, ready to be measured by `turn`. */
async function withServers(
  load: RunningLoad,
  scenario: Scenario,
  subjects: readonly Subject[],
  settings: Settings,
  tell: Tell,
  use: (servers: Ready[], turn: MeasureTurn) => Promise<void>,
): Promise<void> {
  const servers: RunningServer[] = [];
  const ready: Ready[] = [];
  try {
    for (const subject of subjects) {
      tell({ scenario, subject, doing: 'warming up' });
      const server = await startServer(subject, scenario, { node: settings.node, flags: flagsFor(settings) });
      servers.push(server);
      ready.push(await prepare(load, scenario, server, settings));
    }
    compareBytes(ready);
    await use(ready, (server, round) => {
      tell({ scenario, subject: server.subject, doing: `round ${round + 1} of ${settings.rounds}` });
      return measureOnce(load, scenario, server, server.amount, settings);
    });
    // What was right when it was new has to be right after a hundred thousand others, too.
    for (const { subject, port } of ready) await verify(subject.name, scenario, port);
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}

/** Listeners of ten requests on one connection are what pipelining brings, but Node would warn of a leak. */
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
