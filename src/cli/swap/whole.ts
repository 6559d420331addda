import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../failure.js';
import { digestOf } from './digest.js';
import { HOME } from './home.js';
import { type Manager, readText } from './manager.js';
import { isManifest, PNPM_WORKSPACE } from './paths.js';
import type { SwapRecord } from './record.js';

/** A line of a file of the project that names a replacement. */
export interface Naming {
  readonly place: string;
  /** The path of the tarball in the project. */
  readonly path: string;
}

type Project = Pick<Manager, 'name' | 'folder'>;

/** Where package managers describe what is installed. */
const STATES = [
  'node_modules/.package-lock.json',
  'node_modules/.pnpm/lock.yaml',
  'node_modules/.yarn-integrity',
  'node_modules/.yarn-state.yml',
  '.pnp.cjs',
];
const BY_VERSION_CONTROL = 'for example from version control';

/** The lines that name replacements: in each package.json, or in the settings of pnpm. */
export async function namings(manager: Manager): Promise<Naming[]> {
  const files = manager.manifestsAndLocks(await manager.projects()).filter(isManifest);
  return namingsIn(manager.folder, [...files, PNPM_WORKSPACE]);
}

export function namingsIn(folder: string, files: readonly string[]): Naming[] {
  return files.flatMap((file) => {
    const lines = (readText(folder, file) ?? '').split('\n');
    return lines.flatMap((line, i) => {
      const found = line.matchAll(new RegExp(`file:(?:\\.{1,2}/)*(${HOME}/express-[\\w.-]+\\.tgz)`, 'g'));
      return [...found].map(([, path = '']) => ({ place: `line ${i + 1} of ${file}`, path }));
    });
  });
}

/** Throws if files name replacements, but the record of the originals is lost. */
export function assertRecorded({ name }: Project, record: SwapRecord | null, named: readonly Naming[]): void {
  if (record !== null || named.length === 0) return;
  throw failure(
    `${HOME}/swap.json is missing, but ${placesOf(named)} names a replacement of Express from ${HOME}.`,
    `Restore the folder, ${BY_VERSION_CONTROL}. If it is lost, write the version of Express there that the project had, and run "${name} install".`,
  );
}

/** Throws if the packages are those of a swap, but the files of the project are those of before. */
export function assertNotAhead(
  { name, folder }: Project,
  record: SwapRecord | null,
  named: readonly Naming[],
): void {
  const isFromSwap = STATES.some((file) => {
    return existsSync(join(folder, file)) && readFileSync(join(folder, file)).includes(`${HOME}/express-`);
  });
  const before = record?.reverted() ?? [];
  // Replacements may also have been installed by hand.
  if (before.length === 0 && (named.length > 0 || !isFromSwap)) return;
  const files = before.length > 0 ? before.join(', ') : 'package.json';
  throw failure(
    `The installed packages are those of a swap, but ${files} does not name maglev, for example after "git stash" or on another branch.`,
    `Run "${name} install" to install what it names, and maglev swap again to use maglev; or restore it, the lockfile and ${HOME}.`,
  );
}

/** The tarballs that are missing, or not those that the swap has written. */
export function lostOf(folder: string, record: SwapRecord | null, named: readonly Naming[]): string[] {
  const paths = new Set([...named.map(({ path }) => path), ...(record?.replacements ?? [])]);
  return [...paths].filter((path) => {
    if (!existsSync(join(folder, path))) return true;
    return !isDigest(record?.digestOf(path), readFileSync(join(folder, path)));
  });
}

/** Whether a tarball is the one that a swap has written, as far as that is known. */
export function isDigest(expected: string | undefined, tarball: Buffer): boolean {
  return expected === undefined || digestOf(tarball) === expected;
}

export function lostFailure({ name }: Project, path: string, named: readonly Naming[]): Failure {
  const those = named.filter((naming) => naming.path === path);
  const where = those.length > 0 ? `, which ${placesOf(those)} names,` : '';
  return failure(
    `${path}${where} is missing or was changed, and this version of maglev cannot write it again.`,
    `Restore it, ${BY_VERSION_CONTROL}; or run "maglev swap --undo", then "${name} install" and maglev swap again.`,
  );
}

function placesOf(named: readonly Naming[]): string {
  return [...new Set(named.map(({ place }) => place))].join(', ');
}

function failure(...sentences: string[]): Failure {
  return new Failure(sentences.join(' '), undefined, 1);
}
