/** Folders that only one process uses, before and after others see them as `WORK`, and that it leaves if it is killed. */
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isThere, tryToDiscard } from './disk.js';
import { WORK } from './journal.js';
import { isRunning, processIdOf, systemKey } from './processes.js';

/** A new folder in which this process prepares or removes what it keeps, before and after others see it as `WORK`. */
export function privateFolder(folder: string): string {
  for (let number = 1; ; number++) {
    const name = `${WORK}-${process.pid}-${systemKey}${number === 1 ? '' : `-${number}`}`;
    if (!isThere(join(folder, name))) return join(folder, name);
  }
}

/** Private folders of processes that were killed; what processes of other containers do is not known. */
export function unusedIn(folder: string): string[] {
  const unused = readdirSync(folder).filter((name) => {
    const [, pid, key] = /^\.maglev-swap-(\d+)-([0-9a-f]+)(-\d+)?$/.exec(name) ?? [];
    if (pid === undefined || key !== systemKey) return false;
    // Pids repeat, in particular in containers, and this process has just started.
    return Number(pid) === process.pid || !isRunning(processIdOf(Number(pid)));
  });
  return unused.map((name) => join(folder, name));
}

/** Removes folders that nobody needs. Returns the names of those that cannot be removed: the next command tries it again. */
export function withoutRemovable(folders: readonly string[]): string[] {
  return folders.filter((folder) => !tryToDiscard(folder)).map((folder) => basename(folder));
}
