import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** Milliseconds; long enough for a machine on which much else is running. */
const HANGS = 120_000;

/** Runs a program in the application's folder, such as a client of its own, and records what it prints. */
export async function recordProgram(client, folder, ...parameters) {
  const { NODE_OPTIONS, ...env } = process.env;
  const { stdout } = await run(process.execPath, parameters, { cwd: folder, timeout: HANGS, env });
  client.record(`node ${parameters.join(' ')}\n${stdout}`);
}
