import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { readJson } from '../../ecosystem/harness/folders.js';

const run = promisify(execFile);
/** Milliseconds; long enough for a machine on which much else is running. */
const HANGS = 120_000;

/** Runs a program of the application's folder, such as a client of its own, and records what it prints. */
export async function recordProgram(client, folder, ...parameters) {
  const options = { cwd: folder, timeout: HANGS, env: { ...process.env, NODE_OPTIONS: '' } };
  const { stdout } = await run(process.execPath, parameters.map(String), options);
  client.record(`node ${parameters[0]}\n${stdout}`);
}

/** The file of a command that a package brings along. */
export function commandOf(folder, name) {
  const { bin } = readJson(folder, 'node_modules', name, 'package.json');
  return `node_modules/${name}/${typeof bin === 'string' ? bin : bin[name]}`;
}
