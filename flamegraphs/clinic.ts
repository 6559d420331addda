/** Runs the tools of clinic on a server under the load of the benchmarks. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serverArguments } from '../bench/http/processes.js';
import { ROOT } from '../bench/places.js';
import { tidy } from './page.js';
import type { Task } from './task.js';

const CLINIC = fileURLToPath(new URL('node_modules/clinic/bin.js', import.meta.url));
const LOAD = fileURLToPath(new URL('run-load.ts', import.meta.url));
const NAME = 'server';

/** Runs the server of a task under a tool, and returns the folder of the collected data. */
export function collect(tool: 'flame' | 'doctor', task: Task): string {
  const { scenario, subject, node, seconds } = task;
  const tsx = import.meta.resolve('tsx');
  const command = [process.execPath, '--import', tsx, LOAD, scenario.id, subject.id, String(seconds)];
  // clinic runs this line in a shell, with the port of the server in the environment.
  const onPort = command.map((word) => `"${word}"`).join(' ');
  run(tool, task, ['--collect-only', '--on-port', onPort, '--', node, ...serverArguments(subject, scenario)]);
  const data = join(task.scratch, `${NAME}.clinic-${tool}`);
  if (!existsSync(data)) throw new Error(`clinic ${tool} has collected nothing.`);
  return data;
}

/** Writes the page of the collected data, and returns its HTML. */
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
      // No telemetry, no update checks, and no configuration files in the home folder.
      NO_INSIGHT: '1',
      NO_UPDATE_NOTIFIER: '1',
      XDG_CONFIG_HOME: scratch,
    },
  });
  if (status !== 0) throw new Error(`clinic ${tool} has failed.\n${stdout}${stderr}`.trim());
}
