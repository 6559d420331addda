/** Starts servers and load in separate processes, and on separate cores if the system can pin them. */
import { DIST } from '../places.js';
import { Child, cores, KEEP_CODE, type Load, type Usage } from '../shared.js';
import type { Job } from './load.js';
import type { Scenario } from './scenario.js';
import type { Subject } from './subjects.js';

const SERVER = `${DIST}bench/http/server.js`;
const LOAD = `${DIST}bench/http/load.js`;

export interface RunningServer {
  readonly subject: Subject;
  readonly port: number;
  /** Milliseconds until it listened. */
  readonly startup: number;
  /** Its CPU time and memory; `collected` runs the garbage collector first. */
  usage(how?: 'usage' | 'collected'): Promise<Usage>;
  stop(): Promise<void>;
}

export interface RunningLoad {
  run(job: Job): Promise<Load>;
  stop(): Promise<void>;
}

/** Starts one subject with one scenario; `node` is the binary that runs it, `flags` are Node's own. */
export async function startServer(
  subject: Subject,
  scenario: Scenario,
  { node = process.execPath, flags = [] }: { node?: string; flags?: readonly string[] } = {},
): Promise<RunningServer> {
  const command = [node, KEEP_CODE, ...flags, ...serverArguments(subject, scenario)];
  const child = start(`${subject.name}, ${scenario.name}`, cores.server, command);
  const { port, startup } = await child.reply();
  return { subject, port, startup, usage: (how = 'usage') => child.send(how), stop: () => child.stop() };
}

/** The arguments for Node, for callers that start it themselves. */
export function serverArguments(subject: Subject, scenario: Scenario): string[] {
  return [SERVER, JSON.stringify({ subject, scenario: scenario.id })];
}

/** Starts the process that sends all requests. */
export function startLoad(): RunningLoad {
  const child = start('The load', cores.load, [process.execPath, LOAD]);
  return { run: (job) => child.send(job), stop: () => child.stop() };
}

function start(name: string, core: string | undefined, command: readonly string[]): Child {
  return Child.spawn(command, { name, core, env: { ...process.env, NODE_ENV: 'production' } });
}
