import {
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { Failure, messageOf } from '../failure.js';
import { ALREADY, claim, programEnded } from './claim.js';
import {
  assertFile,
  assertNoMounts,
  discard,
  flush,
  flushFolder,
  isThere,
  removeWithFolders,
} from './disk.js';
import { HOME } from './home.js';
import {
  assertNoLinks,
  assertValid,
  FILES,
  JOURNAL,
  type Journal,
  type Operation,
  placeOf,
  readJournal,
  WORK,
} from './journal.js';
import { KnownContents } from './known-contents.js';
import { privateFolder, unusedIn, withoutRemovable } from './leftovers.js';
import { moveFolder, replaceBy, replaceFile, throwAway } from './moves.js';
import { giveToOwnerOf, makeFolder } from './owners.js';
import { isManifest, placeInside } from './paths.js';
import { processIdOf } from './processes.js';
import { copyBeside, keepChanges, recordWritten } from './user-changes.js';
import { assertWritable } from './writable.js';

/** Exists in the folder of a transaction that has ended, if the folder cannot be renamed. */
const ENDED = `${WORK}/ended`;

const LOST = `Something has removed ${WORK}, and with it the copy of what was installed, while maglev swap was running. package.json, lockfiles and settings are as before: install again.`;

/** For users whose package manager was killed before it restored the command. */
const UNDO = `// Written by maglev swap, which is running or was killed. If it was killed, "maglev swap --undo" restores everything. If that
// command is not found, "node ${WORK}/undo.cjs" does the same.
const { spawnSync } = require('node:child_process');
const { existsSync } = require('node:fs');
const { join } = require('node:path');
const project = join(__dirname, '..');
// While node_modules is copied, nothing in it has changed. After that, the copy is complete.
const places = [join(__dirname, 'folders/0'), project];
const bin = places.map((place) => join(place, 'node_modules/maglev/dist/src/cli/bin.cjs')).find(existsSync);
if (bin === undefined) {
  console.error('maglev is not installed here: run "maglev swap --undo" of another installation in this folder.');
  process.exitCode = 1;
} else {
  const parameters = [bin, 'swap', '--undo', ...process.argv.slice(2)];
  process.exitCode = spawnSync(process.execPath, parameters, { cwd: project, stdio: 'inherit' }).status ?? 1;
}
`;

interface RecoverOptions {
  /** Called with the path of the copy of a file that was changed since. */
  readonly onKept?: (copy: string) => void;
  /** Called with the name of a folder that cannot be removed. */
  readonly onLeft?: (name: string) => void;
  /** Also if the transaction may still run where only the user can see it. */
  readonly takesOver?: boolean;
}

/**
 * Changes to a project that are either all made or all rolled back, even if the process is killed. The journal is written to
 * disk before anything is changed. As long as it exists, `recover` rolls the changes back. Each step of that can be repeated.
 */
export class Transaction {
  readonly #folder: string;
  readonly #journal: Journal;
  readonly #known = new KnownContents();
  /** In case something removes the folder of the transaction, such as `git clean`. Empty if another process has begun it. */
  readonly #originals = new Map<string, Buffer>();

  private constructor(folder: string, journal: Journal) {
    this.#folder = folder;
    this.#journal = journal;
  }

  /** Keeps the files, and records everything that may change. Missing and repeated files are allowed. */
  static begin(
    folder: string,
    operation: Operation,
    files: Iterable<string>,
    folders: Iterable<string>,
  ): Transaction {
    const entries = (paths: Iterable<string>) => {
      return [...new Set(paths)].map((path) => ({ path, existed: existsSync(placeOf(folder, path)) }));
    };
    const journal: Journal = {
      operation,
      process: processIdOf(process.pid),
      // A package.json that an earlier swap changed may be gone.
      files: entries(files).filter(({ path, existed }) => existed || !isManifest(path)),
      folders: entries(folders),
    };
    const transaction = new Transaction(folder, journal);
    assertValid(journal, folder, 'maglev swap would have to change');
    assertNoLinks(folder, 'maglev-swap');
    for (const { path, existed } of journal.folders) {
      const place = placeOf(folder, path);
      if (existed && !statSync(place).isDirectory()) {
        throw new Failure(`${path} is not a folder: rename or remove it first.`);
      }
      assertNoMounts(place);
    }
    for (const { path } of journal.files) assertFile(placeOf(folder, path), path);
    const fresh = privateFolder(folder);
    try {
      assertWritable(folder, journal);
      transaction.#keepFiles(fresh);
      // The folder is complete when others see it. This fails if there is one already.
      renameSync(fresh, join(folder, WORK));
      flushFolder(folder);
    } catch (error) {
      rmSync(fresh, { recursive: true, force: true });
      if (existsSync(join(folder, WORK))) throw new Failure(ALREADY);
      throw new Failure(`Cannot change ${folder}: ${messageOf(error)}.`);
    }
    return transaction;
  }

  /**
   * Rolls back an interrupted transaction. Returns its operation, or null if there was none. Throws if the transaction is
   * still running, or may be in another container or on another machine and is not taken over.
   */
  static async recover(folder: string, options: RecoverOptions = {}): Promise<Operation | null> {
    const { onKept = () => {}, onLeft = () => {}, takesOver = false } = options;
    withoutRemovable(unusedIn(folder)).forEach(onLeft);
    const work = lstatSync(join(folder, WORK), { throwIfNoEntry: false });
    if (work === undefined) return null;
    if (!work.isDirectory()) throw new Failure(`${WORK} is not a folder: remove it first.`);
    // Without a journal, either everything is done or something else has removed it.
    if (!existsSync(join(folder, JOURNAL))) {
      assertNothingKept(folder);
      removeEnded(folder).forEach(onLeft);
      return null;
    }
    const journal = readJournal(folder);
    // Kept folders are moved back as they are, including their links.
    assertNoLinks(folder, WORK, /^(?:folders\/\d+\/[^/]+|(?:scratch|trash)\/[^/]+|unfinished)$/);
    // A folder that was already moved has taken its mount points along.
    for (const path of [...journal.folders.map(({ path }) => path), WORK])
      assertNoMounts(placeOf(folder, path));
    claim(folder, journal, takesOver);
    await programEnded(folder, journal.process);
    const transaction = new Transaction(folder, journal);
    transaction.keepChanges(isOfUser, onKept);
    transaction.rollBack().forEach(onLeft);
    return journal.operation;
  }

  /** Replaces a file atomically. */
  write(file: string, content: string | Buffer): void {
    this.#assertInJournal(file);
    placeInside(this.#folder, file, 'maglev swap would have to write');
    const place = placeOf(this.#folder, file);
    this.#known.assertKnown(file, place);
    makeFolder(dirname(place));
    if (isOfUser(file)) recordWritten(join(this.#folder, WORK), String(content));
    replaceFile(join(this.#folder, WORK), place, content);
    this.#known.note(file, String(content));
  }

  remove(file: string): void {
    this.#assertInJournal(file);
    placeInside(this.#folder, file, 'maglev swap would have to remove');
    this.#known.assertKnown(file, placeOf(this.#folder, file));
    this.#known.forget(file);
    removeWithFolders(this.#folder, file);
  }

  /** Copies a file beside it, before it is replaced. Returns the path of the copy. */
  copyBeside(file: string): string {
    return this.#pathOf(copyBeside(join(this.#folder, file)));
  }

  /** Keeps a copy of a folder, before it is changed. */
  async keepFolder(path: string, copy: (place: string, kept: string) => Promise<void>): Promise<void> {
    const index = this.#journal.folders.findIndex((entry) => entry.path === path);
    if (!this.#journal.folders[index]?.existed) return;
    const kept = this.#keptFolder(index);
    const unfinished = join(this.#folder, WORK, 'unfinished');
    mkdirSync(dirname(kept), { recursive: true });
    discard(unfinished);
    await copy(placeOf(this.#folder, path), unfinished);
    // The rename guarantees that a kept folder is complete.
    renameSync(unfinished, kept);
  }

  /** A temporary folder that is removed when the transaction ends. */
  scratch(name: string): string {
    const place = join(this.#folder, WORK, 'scratch', name);
    mkdirSync(place, { recursive: true });
    return place;
  }

  /** The files that have changed, and the folders that have other entries than before, once all folders are kept. */
  changed(): string[] {
    const { files, folders } = this.#journal;
    const differs = (read: (place: string) => unknown, kept: string, path: string) => {
      const [before, now] = [kept, placeOf(this.#folder, path)].map((place) => {
        return existsSync(place) ? read(place) : null;
      });
      return !isDeepStrictEqual(before, now);
    };
    const namesIn = (place: string) => readdirSync(place).sort();
    return [
      ...files.filter(({ path }, i) => differs((place) => readFileSync(place), this.#keptFile(i), path)),
      ...folders.filter(({ path }, i) => differs(namesIn, this.#keptFolder(i), path)),
    ].map(({ path }) => path);
  }

  /** Throws if something else has written a file that users write. */
  assertOwn(): void {
    for (const { path } of this.#journal.files) this.#known.assertKnown(path, placeOf(this.#folder, path));
  }

  /** Called when the package manager has installed: it may have changed its settings. */
  acceptSettings(): void {
    for (const { path } of this.#journal.files) this.#known.accept(path, placeOf(this.#folder, path));
  }

  /** Whether a file has changed during the installation: by the package manager, or by a user. */
  isUncertain(file: string): boolean {
    return this.#known.isUncertain(file);
  }

  /** Makes the changes permanent. Returns the paths of folders that could not be removed. */
  commit(): string[] {
    for (const { path } of this.#journal.files) {
      const place = placeOf(this.#folder, path);
      if (existsSync(place)) flush(place);
    }
    const folders = ['', HOME, `${HOME}/before`, ...this.#journal.files.map(({ path }) => dirname(path))];
    for (const path of new Set(folders)) {
      if (existsSync(join(this.#folder, path))) flushFolder(join(this.#folder, path));
    }
    return this.#end();
  }

  /**
   * Moves what was kept back, which needs no space on a full disk unless the system refuses renames. One that fails does not
   * stop the others: files come first, because a package manager can install what a project needs, but not write them.
   * Returns the paths of folders that could not be removed.
   */
  rollBack(): string[] {
    const isLost = !isThere(join(this.#folder, JOURNAL));
    const errors: unknown[] = [];
    const attempt = (restore: () => void) => {
      try {
        restore();
      } catch (error) {
        errors.push(error);
      }
    };
    this.#journal.files.forEach(({ path, existed }, i) => {
      attempt(() => {
        if (existed) this.#restoreFile(path, this.#keptFile(i));
        else if (isThere(join(this.#folder, path))) removeWithFolders(this.#folder, path);
      });
    });
    this.#journal.folders.forEach(({ path, existed }, i) => {
      attempt(() => this.#restoreFolder(path, existed, i));
    });
    flushFolder(this.#folder);
    if (errors.length > 0) throw notRestored(errors);
    const left = this.#end();
    if (isLost) throw new Failure(LOST);
    return left;
  }

  /** Relative to the project, with slashes. */
  #pathOf(place: string): string {
    return relative(this.#folder, place).replaceAll('\\', '/');
  }

  #keptFile(index: number): string {
    return join(this.#folder, WORK, 'files', String(index));
  }

  /** Keeps the name `node_modules`, which tools that search for packages skip. */
  #keptFolder(index: number): string {
    return join(this.#folder, WORK, 'folders', String(index), basename(this.#journal.folders[index]!.path));
  }

  #keepFiles(work: string): void {
    mkdirSync(join(work, 'files'), { recursive: true });
    // Otherwise `git clean` and `git stash` would take the journal, and leave the installed packages, which git ignores.
    writeFileSync(join(work, '.gitignore'), '*\n');
    this.#journal.files.forEach(({ path, existed }, i) => {
      if (!existed) return;
      const place = placeOf(this.#folder, path);
      const kept = join(work, 'files', String(i));
      copyFileSync(place, kept);
      giveToOwnerOf(place, kept);
      chmodSync(kept, statSync(place).mode);
      flush(kept);
      const original = readFileSync(kept);
      this.#originals.set(path, original);
      this.#known.note(path, String(original));
    });
    writeFileSync(join(work, 'undo.cjs'), UNDO);
    const journal = join(work, basename(JOURNAL));
    writeFileSync(journal, JSON.stringify(this.#journal, null, 2));
    flush(journal);
    for (const path of ['files', '']) flushFolder(join(work, path));
  }

  /** Copies those of the files that were changed by something else, before a rollback. */
  keepChanges(isKept: (path: string) => boolean, onKept: (copy: string) => void): void {
    this.#journal.files.forEach(({ path, existed }, i) => {
      if (!isKept(path)) return;
      const kept = existed ? this.#keptFile(i) : null;
      const copy = keepChanges(join(this.#folder, WORK), join(this.#folder, path), kept);
      if (copy !== null) onKept(this.#pathOf(copy));
    });
  }

  #restoreFile(path: string, kept: string): void {
    const place = placeOf(this.#folder, path);
    makeFolder(dirname(place));
    if (!existsSync(kept)) {
      // Either already restored, or lost.
      const original = this.#originals.get(path);
      if (original !== undefined && !hasContent(place, original)) writeFileSync(place, original);
      return;
    }
    try {
      replaceBy(kept, place);
    } catch (error) {
      // What cannot be written may also not have been changed.
      if (!hasContent(place, readFileSync(kept))) throw error;
      rmSync(kept);
    }
  }

  #restoreFolder(path: string, existed: boolean, index: number): void {
    const place = placeOf(this.#folder, path);
    const kept = this.#keptFolder(index);
    // Either not kept yet, and therefore not changed, or already restored.
    if (existed && !existsSync(kept)) return;
    const trash = join(this.#folder, WORK, 'trash');
    mkdirSync(trash, { recursive: true });
    const thrown = join(trash, `${index}-${readdirSync(trash).length}`);
    if (existed) {
      moveFolder(kept, place, thrown);
    } else {
      if (!isThere(place)) return;
      throwAway(place, thrown);
      removeWithFolders(this.#folder, path);
    }
  }

  #assertInJournal(file: string): void {
    const { files, folders } = this.#journal;
    const isInJournal =
      files.some(({ path }) => path === file) || folders.some(({ path }) => file.startsWith(`${path}/`));
    if (!isInJournal) throw new Error(`${file} is not in the journal.`);
  }

  /**
   * After the rename, there is nothing to roll back. What is removed then is not that of another process. Returns what cannot
   * be removed, such as files of another owner.
   */
  #end(): string[] {
    const work = join(this.#folder, WORK);
    if (!isThere(work)) return [];
    const done = privateFolder(this.#folder);
    try {
      renameSync(work, done);
    } catch {
      // Windows does not rename a folder whose files somebody reads.
      writeFileSync(join(this.#folder, ENDED), '');
      rmSync(join(this.#folder, JOURNAL), { force: true });
    }
    flushFolder(this.#folder);
    return withoutRemovable([isThere(done) ? done : work]);
  }
}

/** Throws if a folder is kept that no journal describes, which may be the only copy of what is installed. */
function assertNothingKept(folder: string): void {
  if (existsSync(join(folder, ENDED))) return;
  const home = join(folder, WORK, 'folders');
  const indexes = isThere(home) ? readdirSync(home) : [];
  const [kept] = indexes.flatMap((index) => namesIn(join(home, index)).map((name) => `${index}/${name}`));
  if (kept === undefined) return;
  throw new Failure(
    [
      `${JOURNAL} is missing, for example because of "git clean". ${WORK}/folders/${kept} is a copy of ${basename(kept)} from before a maglev swap that was interrupted.`,
      `If ${basename(kept)} is incomplete, replace it by the copy, or restore package.json and the lockfile and install again. Then delete ${WORK}, and run the command again.`,
    ].join(' '),
  );
}

function namesIn(folder: string): string[] {
  return lstatSync(folder).isDirectory() ? readdirSync(folder) : [];
}

/** Removes the folder of a transaction that has ended, or at least its name. Returns what is left. */
function removeEnded(folder: string): string[] {
  const done = privateFolder(folder);
  renameSync(join(folder, WORK), done);
  return withoutRemovable([done]);
}

function notRestored(errors: readonly unknown[]): Failure {
  const again = 'Fix that, and run "maglev swap --undo" to restore the rest';
  const reasons = errors.map((error) => messageOf(error).replace(/\.$/, ''));
  return new Failure(`Not everything could be restored: ${reasons.join('; ')}. ${again}.`);
}

/** Whether a file may contain what a user has written. The others in a journal are generated, and large. */
function isOfUser(path: string): boolean {
  return FILES.test(path) && !/^\.(pnp|yarn)\b/.test(path);
}

function hasContent(place: string, content: Buffer): boolean {
  return existsSync(place) && readFileSync(place).equals(content);
}
