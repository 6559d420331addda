import { cp, rm } from 'node:fs/promises';
import { Failure, messageOf } from '../failure.js';
import { runSupervised } from './supervised.js';

/** Copies a folder of a project unchanged, including links and times. With `canLink`, files may be hard links. */
export async function copyFolder(
  project: string,
  from: string,
  to: string,
  signal: AbortSignal,
  canLink: boolean,
): Promise<void> {
  // `cp` is ten times as fast as copying file by file, and can be aborted.
  const command = ['cp', canLink ? '-al' : '-a', '--', from, to];
  const { code } = await runSupervised(command, { cwd: project }, project, signal);
  if (code === 0) return;
  try {
    await rm(to, { recursive: true, force: true });
    await cp(from, to, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
  } catch (error) {
    throw new Failure(`Cannot copy ${from}: ${messageOf(error)}.`);
  }
  signal.throwIfAborted();
}
