import { chownSync, existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Gives a file or folder to the owner of another one: root may run the command in the project of a user. */
export function giveToOwnerOf(model: string, place: string): void {
  // Windows has no such owners.
  if (process.getuid === undefined) return;
  const { uid, gid } = statSync(model);
  const now = statSync(place);
  if (now.uid === uid && now.gid === gid) return;
  try {
    chownSync(place, uid, gid);
  } catch {
    // Only root may give files away.
  }
}

/** Creates a folder, and those above that are missing, for the owner of the first one that exists. */
export function makeFolder(place: string): void {
  if (existsSync(place)) return;
  makeFolder(dirname(place));
  mkdirSync(place);
  giveToOwnerOf(dirname(place), place);
}
