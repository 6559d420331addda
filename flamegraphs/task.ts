/** What `npm run flame` and `npm run doctor` share: a scenario, a subject, a Node, and a file for the results. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { main, readOptions, requireAll } from '../bench/cli.js';
import { environment, versionOf } from '../bench/environment.js';
import type { Scenario } from '../bench/http/scenario.js';
import { scenarioOf } from '../bench/http/scenarios.js';
import { type Subject, subjectsOf } from '../bench/http/subjects.js';
import { nodeOf } from '../bench/nodes.js';

export interface Task {
  readonly scenario: Scenario;
  readonly subject: Subject;
  /** The binary that runs clinic and the server. */
  readonly node: string;
  /** How long the server is asked. */
  readonly seconds: number;
  /** Where the profilers leave their files. */
  readonly scratch: string;
  /** The results, without an extension. */
  readonly file: string;
}

const GRAPHS = fileURLToPath(new URL('graphs', import.meta.url));

/** Reads the command line, calls `work` in a folder that is removed afterwards, and says what was written. */
export function runTask(command: string, work: (task: Task) => Promise<void>): Promise<void> {
  return main(async () => {
    const start = process.cwd();
    const scratch = mkdtempSync(join(tmpdir(), `maglev-${command}-`));
    try {
      const task = readTask(command, scratch);
      // The profilers leave their files where the process is.
      process.chdir(scratch);
      await work(task);
      console.log(`Written: ${relative(start, task.file)}.html and .txt`);
    } finally {
      process.chdir(start);
      rmSync(scratch, { recursive: true, force: true });
    }
  });
}

/** The first lines of a text about it: what, where and when. */
export function headingOf({ scenario, subject, node: binary, seconds }: Task): string {
  const { processor, source, date } = environment();
  return `${scenario.name}, ${subject.name}
Node ${versionOf(binary)}, ${processor}, ${source}, ${date}, ${seconds} seconds
`;
}

function readTask(command: string, scratch: string): Task {
  const { values: options, positionals } = readOptions({ seconds: '10', out: undefined });
  const [scenarioId, subjectId] = positionals;
  if (scenarioId === undefined || subjectId === undefined)
    throw new Error(`Name a scenario and a subject: npm run ${command} -- json maglev`);
  const scenario = scenarioOf(scenarioId);
  const subjects = subjectsOf([subjectId]);
  requireAll(subjects);
  const node = options.node === undefined ? process.execPath : nodeOf(options.node);
  const folder = resolve(options.out ?? `${GRAPHS}/${nameOf(node)}`);
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${command}-${scenarioId}-${subjectId}`);
  return { scenario, subject: subjects[0]!, node, seconds: Number(options.seconds), scratch, file };
}

/** Graphs of the same major replace each other. */
function nameOf(node: string): string {
  return `node-${versionOf(node).replace(/^v(\d+).*/, '$1')}`;
}
