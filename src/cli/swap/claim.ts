import { existsSync, linkSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { Failure } from '../failure.js';
import { type Journal, readJournal, WORK } from './journal.js';
import { isElsewhere, isProcessId, isRunning, type ProcessId, processIdOf } from './processes.js';
import { endPrograms } from './programs.js';

/** The program that currently runs for the transaction; see supervise.ts. */
export const RUNNING = `${WORK}/running.json`;

export const ALREADY = 'maglev swap is already running in this folder.';

/**
 * Makes this process the only one that rolls a transaction back: two could run at once, and one of them be slow. Throws if the
 * transaction or another rollback is running. Whoever claims it names itself in a file, which is named after the process
 * that it replaces, and which a link creates at once and only if it does not exist. `takesOver` is for a process of another
 * machine or container, of which only the user knows whether it runs.
 */
export function claim(folder: string, journal: Journal, takesOver: boolean): void {
  let owner = journal.process;
  const seen = new Set<string>();
  const next = () => `recovery-${owner.pid}-${owner.started.replace(/\W/g, '')}`;
  for (;;) {
    if (isElsewhere(owner)) {
      if (!takesOver) throw new Failure(elsewhere(owner));
    } else if (isRunning(owner)) {
      throw new Failure(`${ALREADY} It is process ${owner.pid}.`);
    }
    const file = join(WORK, next());
    if (!existsSync(join(folder, file))) break;
    const claimed = readProcessId(join(folder, file));
    if (!isProcessId(claimed) || seen.has(file)) throw new Failure(`${file} was not written by maglev swap.`);
    seen.add(file);
    owner = claimed;
  }
  const own = join(folder, WORK, `process-${process.pid}`);
  try {
    writeFileSync(own, JSON.stringify(processIdOf(process.pid)));
    linkSync(own, join(folder, WORK, next()));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw new Failure(ALREADY);
    // Without space or hard links, there is no claim.
  }
  // Meanwhile, others may have finished, and another transaction started.
  if (!isDeepStrictEqual(readJournal(folder), journal)) throw new Failure(ALREADY);
}

function elsewhere({ pid, host }: ProcessId): string {
  return [
    `maglev swap was started in another container or on another machine (process ${pid} of ${JSON.stringify(host)}), and has not ended.`,
    'Run "maglev swap --undo" there. If nothing runs there any more, run "maglev swap --undo --take-over" here.',
  ].join(' ');
}

/**
 * Waits for the program of an interrupted transaction, which its supervisor stops as soon as it notices the interruption. If
 * the supervisor was killed as well, the program is ended here.
 */
export async function programEnded(folder: string, owner: ProcessId): Promise<void> {
  if (isElsewhere(owner)) return;
  await supervisorEnded(folder);
  await endPrograms(owner);
}

async function supervisorEnded(folder: string): Promise<void> {
  const file = join(folder, RUNNING);
  for (let waited = 0; existsSync(file); waited++) {
    const running = readProcessId(file);
    if (!isProcessId(running) || !isRunning(running)) return;
    if (waited > 300)
      throw new Failure(`Process ${running.pid} is still changing this project: stop it first.`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

function readProcessId(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    // It was killed while writing the file, so the program was not started.
    return null;
  }
}
