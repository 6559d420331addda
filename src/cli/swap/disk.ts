import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  openSync,
  readdirSync,
  rmdirSync,
  rmSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** Removes a file that did not exist before, and its folders if they are empty. */
export function removeWithFolders(project: string, file: string): void {
  rmSync(join(project, file), { force: true });
  for (
    let folder = dirname(join(project, file));
    relative(project, folder) !== '';
    folder = dirname(folder)
  ) {
    if (!existsSync(folder)) continue;
    if (readdirSync(folder).length > 0) return;
    rmdirSync(folder);
  }
}

/** Removes a folder, even if it has folders that cannot be written, as some packages do. */
export function discard(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    makeWritable(folder);
    rmSync(folder, { recursive: true, force: true });
  }
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
