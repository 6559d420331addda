import { accessSync, closeSync, constants, existsSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Journal, placeOf } from './journal.js';
import { isMount } from './mounts.js';

/** Throws if a rename in the folder of a file, or in one of the folders, would be refused. */
export function assertWritable(folder: string, { files, folders }: Journal): void {
  const homes = files.map(({ path }) => dirname(placeOf(folder, path)));
  const existing = folders.filter(({ existed }) => existed).map(({ path }) => placeOf(folder, path));
  for (const place of new Set([folder, ...homes, ...existing])) {
    if (existsSync(place)) accessSync(place, constants.W_OK | constants.X_OK);
  }
  for (const { path, existed } of files) if (existed) assertReplaceable(placeOf(folder, path));
}

/** Throws if a file cannot be replaced, as one that is immutable, or mounted read-only. */
function assertReplaceable(place: string): void {
  try {
    closeSync(openSync(place, 'r+'));
  } catch (error) {
    // A rename replaces a file that must not be written, but not a mount point.
    if ((error as NodeJS.ErrnoException).code !== 'EACCES' || isMount(place)) throw error;
  }
}
