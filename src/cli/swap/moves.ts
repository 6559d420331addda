import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { assertNoMounts, discard, flush, isThere } from './disk.js';
import { giveToOwnerOf, makeFolder } from './owners.js';

/** Mount points, such as Docker volumes, and folders of an image's earlier layers cannot be renamed. */
const REFUSED = new Set(['EBUSY', 'EXDEV', 'EPERM', 'EACCES']);

/** Replaces the content of a file, and keeps its owner and mode. A new one belongs to the owner of its folder. */
export function replaceFile(work: string, place: string, content: string | Buffer): void {
  const fresh = join(work, 'new');
  rmSync(fresh, { force: true });
  writeFileSync(fresh, content, { flag: 'wx' });
  giveToOwnerOf(existsSync(place) ? place : dirname(place), fresh);
  // Afterwards: a change of the owner may change the mode.
  if (existsSync(place)) chmodSync(fresh, statSync(place).mode);
  flush(fresh);
  replaceBy(fresh, place);
}

/** Renames a file, or writes its content to the existing one if that is refused: that is not atomic, but can be repeated. */
export function replaceBy(fresh: string, place: string): void {
  try {
    renameSync(fresh, place);
  } catch (error) {
    if (!isRefused(error)) throw error;
    copyFileSync(fresh, place);
    flush(place);
    rmSync(fresh);
  }
}

/** Moves a kept folder to its place, and what is there to `trash`. If that is refused, the contents are copied. */
export function moveFolder(kept: string, place: string, trash: string): void {
  try {
    if (isThere(place)) renameSync(place, trash);
    makeFolder(dirname(place));
    renameSync(kept, place);
  } catch (error) {
    if (!isRefused(error)) throw error;
    clear(place);
    copyContents(kept, place);
    // Not removed here: a rollback that is killed while it does that would restore the rest of it.
    renameSync(kept, `${trash}-copied`);
  }
}

/** Moves a folder that did not exist before to `trash`. */
export function throwAway(place: string, trash: string): void {
  if (!isThere(place)) return;
  try {
    renameSync(place, trash);
  } catch (error) {
    if (!isRefused(error)) throw error;
    discard(place);
  }
}

function isRefused(error: unknown): boolean {
  return REFUSED.has((error as NodeJS.ErrnoException).code ?? '');
}

/** Makes it an empty folder; a link is never followed. */
function clear(place: string): void {
  if (isThere(place) && !lstatSync(place).isDirectory()) rmSync(place);
  mkdirSync(place, { recursive: true });
  assertNoMounts(place);
  for (const name of readdirSync(place)) discard(join(place, name));
}

function copyContents(from: string, to: string): void {
  // Unlike `cpSync`, it keeps owners.
  if (spawnSync('cp', ['-a', '--', `${from}/.`, to], { stdio: 'ignore' }).status === 0) return;
  cpSync(from, to, { recursive: true, force: true, verbatimSymlinks: true, preserveTimestamps: true });
}
