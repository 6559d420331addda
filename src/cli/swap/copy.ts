import { spawn } from 'node:child_process';
import { cp } from 'node:fs/promises';
import { Failure } from '../failure.js';

/** Copies a folder as it is, links and times included; the files share their blocks where the system can do that. */
export async function copyFolder(from: string, to: string, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  // Ten times as fast as copying file by file, and can be stopped.
  if ((await run('cp', ['-a', '--', from, to], signal)) === 0) return;
  signal.throwIfAborted();
  try {
    await cp(from, to, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true, force: true });
  } catch (error) {
    throw new Failure(`${from} cannot be copied: ${(error as Error).message}.`);
  }
  signal.throwIfAborted();
}

function run(program: string, parameters: readonly string[], signal: AbortSignal): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(program, parameters, { stdio: 'ignore', signal, killSignal: 'SIGKILL' });
    child.on('error', () => resolve(-1));
    child.on('close', (code) => resolve(code ?? -1));
  });
}
