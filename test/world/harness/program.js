import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** Milliseconds; enough for a busy machine. */
const HANGS = 120_000;

/** Runs a program in the application's folder, such as its own client, and records its output. */
export async function recordProgram(client, folder, ...parameters) {
  const { NODE_OPTIONS, ...env } = process.env;
  const { stdout } = await run(process.execPath, parameters, { cwd: folder, timeout: HANGS, env });
  client.record(`node ${parameters.join(' ')}\n${stdout}`);
}
