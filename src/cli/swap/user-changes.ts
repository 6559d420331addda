import { constants, copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure, messageOf } from '../failure.js';
import { digestOf } from './digest.js';
import { flush, flushFolder } from './disk.js';
import { parseJson } from './json.js';
import { giveToOwnerOf } from './owners.js';

/** Contains an empty file for each text that a transaction writes, named after its digest, so that none is ever partial. */
const WRITTEN = 'written';

/** Records a text before it is written to a file that may be changed by a user. `work` is the folder of the transaction. */
export function recordWritten(work: string, text: string): void {
  const folder = join(work, WRITTEN);
  mkdirSync(folder, { recursive: true });
  const file = join(folder, contentDigestOf(text));
  writeFileSync(file, '');
  flush(file);
  for (const path of [folder, work]) flushFolder(path);
}

/**
 * Copies a file that is about to be replaced by the one that was kept, or to be removed if `kept` is null, if it was changed
 * by something other than the transaction, as a user may do after a kill. Returns the path of the copy, or null if none is
 * needed.
 */
export function keepChanges(work: string, place: string, kept: string | null): string | null {
  if (!existsSync(place) || (kept !== null && !existsSync(kept))) return null;
  const text = readFileSync(place, 'utf8');
  // Nothing is lost with it.
  if (/^\s*(\{\s*\})?\s*$/.test(text)) return null;
  const now = contentDigestOf(text);
  if (kept !== null && now === contentDigestOf(readFileSync(kept, 'utf8'))) return null;
  if (existsSync(join(work, WRITTEN, now))) return null;
  return copyBeside(place);
}

/** Copies a file to a name beside it. Never replaces an earlier copy, and follows no link. */
export function copyBeside(place: string): string {
  for (let number = 1; ; number++) {
    const copy = `${place}.before-undo${number === 1 ? '' : `-${number}`}`;
    try {
      copyFileSync(place, copy, constants.COPYFILE_EXCL);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') continue;
      throw new Failure(`Cannot copy ${place}, which was changed since: ${messageOf(error)}.`);
    }
    giveToOwnerOf(place, copy);
    flush(copy);
    return copy;
  }
}

/** The same for texts of the same content: package managers format and sort package.json, and drop empty sections. */
export function contentDigestOf(text: string): string {
  return digestOf(contentOf(text));
}

function contentOf(text: string): string {
  try {
    return JSON.stringify(sorted(parseJson(text, '')));
  } catch {
    return text;
  }
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, inner]) => JSON.stringify(inner) !== '{}');
  entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, sorted(inner)]));
}
