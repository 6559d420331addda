/** The tools of clinic, each run on a server that is asked as the benchmarks ask it. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serverArguments } from '../bench/http/processes.js';
import { ROOT } from '../bench/places.js';
import { tidy } from './page.js';
import type { Task } from './task.js';

const CLINIC = fileURLToPath(new URL('node_modules/clinic/bin.js', import.meta.url));
const ASK = fileURLToPath(new URL('ask.ts', import.meta.url));
const NAME = 'server';

/** Runs the server of a task under a tool, and returns the folder of what the tool has collected. */
export function collect(tool: 'flame' | 'doctor', task: Task): string {
  const { scenario, subject, node, seconds } = task;
  const tsx = import.meta.resolve('tsx');
  const ask = [process.execPath, '--import', tsx, ASK, scenario.id, subject.id, String(seconds)];
  // Its port is told by the environment. clinic hands the line to a shell.
  const asking = ask.map((word) => `"${word}"`).join(' ');
  run(tool, task, ['--collect-only', '--on-port', asking, '--', node, ...serverArguments(subject, scenario)]);
  const data = join(task.scratch, `${NAME}.clinic-${tool}`);
  if (!existsSync(data)) throw new Error(`clinic ${tool} has collected nothing.`);
  return data;
}

/** Writes the page of what was collected, and returns its text. */
export function draw(tool: 'flame' | 'doctor', task: Task, data: string): string {
  run(tool, task, ['--visualize-only', data]);
  const folders: [string, string][] = [
    [task.scratch, '.'],
    [ROOT, './'],
    [task.node, 'node'],
  ];
  const html = tidy(readFileSync(`${data}.html`, 'utf8'), folders);
  writeFileSync(task.page, html);
  return html;
}

function run(tool: string, { node, scratch }: Task, parameters: readonly string[]): void {
  const command = [CLINIC, tool, '--open=false', '--dest', scratch, '--name', NAME, ...parameters];
  const { status, stdout, stderr } = spawnSync(node, command, {
    cwd: scratch,
    encoding: 'utf8',
    env: {
      ...process.env,
      NODE_ENV: 'production',
      // It would tell others of its use, ask for updates, and keep notes of both at home.
      NO_INSIGHT: '1',
      NO_UPDATE_NOTIFIER: '1',
      XDG_CONFIG_HOME: scratch,
    },
  });
  if (status !== 0) throw new Error(`clinic ${tool} has failed.\n${stdout}${stderr}`.trim());
}
