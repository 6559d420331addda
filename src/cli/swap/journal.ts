import { existsSync, lstatSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { Failure, messageOf } from '../failure.js';
import { assertFile } from './disk.js';
import { isManifest, placeInside } from './paths.js';
import { isProcessId, type ProcessId } from './processes.js';
import { isConfiguredStore } from './stores.js';

/** Where a transaction keeps the previous state while it runs. Package managers ignore folders that begin with a dot. */
export const WORK = '.maglev-swap';
export const JOURNAL = `${WORK}/journal.json`;

export type Operation = 'swap' | 'undo';

/** What a rollback restores. The previous state of each entry is kept under its index, unless it did not exist. */
export interface Journal {
  readonly operation: Operation;
  readonly process: ProcessId;
  readonly files: readonly Entry[];
  readonly folders: readonly Entry[];
}

export interface Entry {
  /** Relative to the project's folder, with slashes. */
  readonly path: string;
  readonly existed: boolean;
}

/** The only names of files and folders that a transaction changes, besides configured stores, whatever a journal contains. */
export const FILES =
  /^((.+\/)?package\.json|package-lock\.json|npm-shrinkwrap\.json|(.+\/)?pnpm-lock\.([^/]+\.)?yaml|pnpm-workspace\.yaml|yarn\.lock|\.pnp\.cjs|\.pnp\.data\.json|\.pnp\.loader\.mjs|\.yarn\/install-state\.gz)$/;
const FOLDERS = /^((.+\/)?node_modules|maglev-swap|\.yarn\/cache|\.yarn\/unplugged)$/;

export function readJournal(folder: string): Journal {
  let journal: unknown;
  const place = placeInside(folder, JOURNAL, 'maglev swap would have to read');
  assertFile(place, JOURNAL);
  try {
    journal = JSON.parse(readFileSync(place, 'utf8'));
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure(`Cannot read ${JOURNAL}: ${messageOf(error)}.`);
  }
  assertValid(journal, folder, `${JOURNAL} names`);
  return journal;
}

/**
 * Throws unless each path is below the project and one that a transaction may change. A journal may come with a cloned
 * repository.
 */
export function assertValid(value: unknown, folder: string, source: string): asserts value is Journal {
  const { operation, process: id, files, folders } = (value ?? {}) as Partial<Journal>;
  const isList = (list: unknown): list is Entry[] => {
    return Array.isArray(list) && list.every((entry) => typeof entry?.existed === 'boolean');
  };
  if (!['swap', 'undo'].includes(operation!) || !isProcessId(id) || !isList(files) || !isList(folders)) {
    throw new Failure(`${JOURNAL} was not written by maglev swap: inspect it, and remove ${WORK} manually.`);
  }
  for (const [list, known] of [
    [files, FILES],
    [folders, FOLDERS],
  ] as const) {
    for (const { path, existed } of list) {
      const place = placeInside(folder, path, source);
      const isStore = () => list === folders && isConfiguredStore(folder, path);
      const isKnown = !/(^|\/)node_modules\/./.test(path) && (known.test(path) || isStore());
      const isLink = list === folders && lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink();
      const refuse = (why: string) => new Failure(`${source} ${JSON.stringify(path)}, which ${why}.`);
      if (isLink) throw refuse('is a link');
      if (!isKnown) throw refuse('is not a file or folder of a package manager');
      if (isManifest(path) && !existed) throw refuse('is never created by a swap');
    }
  }
}

/**
 * Throws if one of maglev's folders contains a link, except below `isKept`: writing would follow the link. Also if it
 * contains what is neither a file nor a folder.
 */
export function assertNoLinks(folder: string, name: string, isKept?: RegExp): void {
  const visit = (below: string) => {
    const place = join(folder, name, below);
    const found = lstatSync(place, { throwIfNoEntry: false });
    if (found?.isSymbolicLink()) throw new Failure(`${join(name, below)} is a link: remove it first.`);
    if (found !== undefined && !found.isDirectory()) assertFile(place, join(name, below));
    if (!found?.isDirectory() || isKept?.test(below)) return;
    for (const entry of readdirSync(place)) visit(below === '' ? entry : `${below}/${entry}`);
  };
  visit('');
}

/** The absolute path of a project's file, with its last link followed, as a write would. */
export function placeOf(folder: string, path: string): string {
  const place = join(folder, path);
  return existsSync(place) && FILES.test(path) ? realpathSync(place) : place;
}
