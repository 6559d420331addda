import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure, messageOf } from '../failure.js';
import { placeInside } from './paths.js';
import { isProcessId, type ProcessId } from './processes.js';

/** Where a transaction keeps what was there before, while it runs. The dot keeps package managers from looking inside. */
export const WORK = '.maglev-swap';
export const JOURNAL = `${WORK}/journal.json`;

export type Operation = 'swap' | 'undo';

/** What has to be put back. The former state of each is kept under its index, unless there was none. */
export interface Journal {
  readonly operation: Operation;
  readonly process: ProcessId;
  readonly files: readonly Entry[];
  readonly folders: readonly Entry[];
}

export interface Entry {
  /** From the project's folder, with slashes. */
  readonly path: string;
  readonly existed: boolean;
}

/** The only names of files and folders that a transaction changes, whatever a journal says. */
export const FILES =
  /^((.+\/)?package\.json|package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|pnpm-workspace\.yaml|yarn\.lock|\.pnp\.cjs|\.pnp\.data\.json|\.pnp\.loader\.mjs|\.yarn\/install-state\.gz)$/;
const FOLDERS = /^((.+\/)?node_modules|maglev-swap|\.yarn\/cache|\.yarn\/unplugged)$/;

export function readJournal(folder: string): Journal {
  let journal: unknown;
  try {
    journal = JSON.parse(
      readFileSync(placeInside(folder, JOURNAL, 'maglev swap would have to read'), 'utf8'),
    );
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure(`${JOURNAL} cannot be read: ${messageOf(error)}.`);
  }
  assertValid(journal, folder, `${JOURNAL} names`);
  return journal;
}

/** Throws unless each path is one that a transaction may change, below the project. A journal may come with a cloned repository. */
export function assertValid(value: unknown, folder: string, source: string): asserts value is Journal {
  const { operation, process: id, files, folders } = (value ?? {}) as Partial<Journal>;
  const isList = (list: unknown): list is Entry[] => {
    return Array.isArray(list) && list.every((entry) => typeof entry?.existed === 'boolean');
  };
  if (!['swap', 'undo'].includes(operation!) || !isProcessId(id) || !isList(files) || !isList(folders)) {
    throw new Failure(`${JOURNAL} is not what maglev swap writes: look at it, and remove ${WORK} yourself.`);
  }
  for (const [list, known] of [
    [files, FILES],
    [folders, FOLDERS],
  ] as const) {
    for (const { path } of list) {
      const place = placeInside(folder, path, source);
      const isKnown = known.test(path) && !/(^|\/)node_modules\/./.test(path);
      const isLink = list === folders && lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink();
      if (isKnown && !isLink) continue;
      const what = isLink ? 'is a link' : 'is not a file or folder of a package manager';
      throw new Failure(`${source} ${JSON.stringify(path)}, which ${what}.`);
    }
  }
}

/** Throws if there is a link in a folder of ours, but below what `isKept` names: it would lead elsewhere whoever writes there. */
export function assertNoLinks(folder: string, name: string, isKept?: RegExp): void {
  const visit = (below: string) => {
    const place = join(folder, name, below);
    const found = lstatSync(place, { throwIfNoEntry: false });
    if (found?.isSymbolicLink()) throw new Failure(`${join(name, below)} is a link: remove it first.`);
    if (!found?.isDirectory() || isKept?.test(below)) return;
    for (const entry of readdirSync(place)) visit(below === '' ? entry : `${below}/${entry}`);
  };
  visit('');
}
