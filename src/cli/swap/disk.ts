import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { Failure } from '../failure.js';
import { isMount, mountsBelow } from './mounts.js';

/** Removes a file that did not exist before, and its folders if they are empty. */
export function removeWithFolders(project: string, file: string): void {
  rmSync(join(project, file), { force: true });
  for (
    let folder = dirname(join(project, file));
    relative(project, folder) !== '';
    folder = dirname(folder)
  ) {
    if (!existsSync(folder)) continue;
    if (lstatSync(folder).isSymbolicLink() || readdirSync(folder).length > 0) return;
    rmdirSync(folder);
  }
}

/**
 * Removes a folder, even if it has folders that cannot be written, as some packages do. Throws, and changes nothing, if
 * something is mounted at it or below it.
 */
export function discard(folder: string): void {
  assertNoMounts(folder);
  if (isThere(folder) && isMount(folder)) throw new Failure(`${folder} is a mount point: unmount it first.`);
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    makeWritable(folder);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Removes a folder if that is possible. Returns whether it is gone. */
export function tryToDiscard(folder: string): boolean {
  try {
    discard(folder);
    return true;
  } catch {
    return false;
  }
}

/** Throws if something is mounted below a folder, which clearing or moving the folder would take along. */
export function assertNoMounts(folder: string): void {
  const [mount] = mountsBelow(folder);
  if (mount === undefined) return;
  throw new Failure(
    `${mount} is a mount point, for example a volume of a container, in a folder that maglev swap would have to replace: unmount it first.`,
  );
}

/** Throws for a pipe, a device or a folder: reading could wait forever. Missing files are allowed. */
export function assertFile(place: string, name: string): void {
  const found = statSync(place, { throwIfNoEntry: false });
  if (found === undefined || found.isFile()) return;
  throw new Failure(`${name} is not a regular file: remove or replace it first.`);
}

/** The text of a file of a project; empty if there is none. */
export function textIn(folder: string, file: string): string {
  const place = join(folder, file);
  return existsSync(place) ? readFileSync(place, 'utf8') : '';
}

export function isThere(place: string): boolean {
  return lstatSync(place, { throwIfNoEntry: false }) !== undefined;
}

function makeWritable(folder: string): void {
  // The mode of a link is that of its target.
  if (!lstatSync(folder).isDirectory()) return;
  chmodSync(folder, 0o700);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) makeWritable(join(folder, entry.name));
  }
}

export function flush(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } catch {
    // Some systems cannot flush a file that was opened for reading.
  } finally {
    closeSync(file);
  }
}

/** Makes renames in the folder durable. Not every system supports that for folders. */
export function flushFolder(path: string): void {
  if (process.platform !== 'win32') flush(path);
}
