import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../../examples/api/server.js', import.meta.url));

// The example runs with the same restriction of code generation as the tests.
const flags = process.execArgv.filter((flag) => flag === '--disallow-code-generation-from-strings');

export interface Started {
  readonly url: string;
  readonly printed: string;
  stop(): Promise<void>;
}

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Starts the example on a free port and waits for all of its initial output. */
export async function startExample(): Promise<Started> {
  const { child, output } = launch('0');
  const ended = endOf(child);
  const printed = await new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', () => output.stdout.includes('Ctrl+C') && resolve(output.stdout));
    ended.then(() => reject(new Error(`The example ended: ${output.stdout}${output.stderr}`)));
  });
  const url = /http:\/\/localhost:\d+/.exec(printed)?.[0];
  if (url === undefined) throw new Error(`The example printed no URL: ${printed}`);
  const stop = async (): Promise<void> => {
    child.kill();
    await ended;
  };
  return { url, printed, stop };
}

/** Runs the example with this PORT, which it is expected to reject. */
export async function runExample(port: string): Promise<Ended> {
  const { child, output } = launch(port);
  return { code: await endOf(child), ...output };
}

function launch(port: string): { child: ChildProcess; output: { stdout: string; stderr: string } } {
  const child = spawn(process.execPath, [...flags, program], { env: { ...process.env, PORT: port } });
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (chunk) => (output.stdout += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk) => (output.stderr += chunk));
  return { child, output };
}

function endOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => child.on('close', resolve));
}
