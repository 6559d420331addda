/** Shared by `npm run flame` and `npm run doctor`: a scenario, a subject, a Node, and files for the results. */
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
  /** How long the server is under load. */
  readonly seconds: number;
  /** Where the profilers write their files. */
  readonly scratch: string;
  /** The path of the small files for the repository, without an extension. */
  readonly file: string;
  /** The page of clinic, which git ignores. */
  readonly page: string;
}

const HERE = fileURLToPath(new URL('.', import.meta.url));

/** The folders for the results of a version of Node, unless `--out` names one folder for all of them. */
export function foldersFor(version: string, out: string | undefined): { graphs: string; pages: string } {
  if (out !== undefined) return { graphs: resolve(out), pages: resolve(out) };
  return { graphs: join(HERE, 'graphs', nameOf(version)), pages: join(HERE, 'pages', nameOf(version)) };
}

/** Reads the command line, calls `work` in a folder that is removed afterwards, and prints the files that it returns. */
export function runTask(command: string, work: (task: Task) => Promise<readonly string[]>): Promise<void> {
  return main(async () => {
    const start = process.cwd();
    const scratch = mkdtempSync(join(tmpdir(), `maglev-${command}-`));
    try {
      const task = readTask(command, scratch);
      // The profilers write their files into the current folder.
      process.chdir(scratch);
      const written = await work(task);
      console.log(`Written: ${written.map((file) => relative(start, file)).join(', ')}`);
    } finally {
      process.chdir(start);
      rmSync(scratch, { recursive: true, force: true });
    }
  });
}

/** The first lines of a text or a graph: what, where, at which commit and when. */
export function headingOf({ scenario, subject, node: binary, seconds }: Task): string[] {
  const { processor, source, date } = environment();
  return [
    `${scenario.name}, ${subject.name}`,
    `Node ${versionOf(binary)}, ${processor}, ${source}, ${date}, ${seconds} seconds`,
  ];
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
  const { graphs, pages } = foldersFor(versionOf(node), options.out);
  for (const folder of [graphs, pages]) mkdirSync(folder, { recursive: true });
  const name = `${command}-${scenarioId}-${subjectId}`;
  return {
    scenario,
    subject: subjects[0]!,
    node,
    seconds: Number(options.seconds),
    scratch,
    file: join(graphs, name),
    page: join(pages, `${name}.html`),
  };
}

/** Graphs of the same major overwrite each other. */
function nameOf(version: string): string {
  return `node-${version.replace(/^v(\d+).*/, '$1')}`;
}
