import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { Failure, messageOf } from '../failure.js';
import {
  assertNoLinks,
  assertValid,
  FILES,
  JOURNAL,
  type Journal,
  type Operation,
  readJournal,
  WORK,
} from './journal.js';
import { placeInside } from './paths.js';
import { isProcessId, isRunning, processIdOf } from './processes.js';

/** The program that currently runs for the transaction; see supervise.ts. */
export const RUNNING = `${WORK}/running.json`;

/** For users whose package manager was killed before it restored the command. */
const UNDO = `// Written by maglev swap, which is running or was killed. If it was killed, "maglev swap --undo" restores everything. If that
// command is not found, "node ${WORK}/undo.cjs" does the same.
const { spawnSync } = require('node:child_process');
const { join } = require('node:path');
const bin = join(__dirname, 'folders/0/node_modules/maglev/dist/src/cli/bin.cjs');
const options = { cwd: join(__dirname, '..'), stdio: 'inherit' };
process.exitCode = spawnSync(process.execPath, [bin, 'swap', '--undo'], options).status ?? 1;
`;

const ALREADY = 'maglev swap is already running in this folder.';

/**
 * Changes to a project that are either all made or all rolled back, even if the process is killed. The journal is written to
 * disk before anything is changed. As long as it exists, `recover` rolls the changes back. Each step of that can be repeated.
 */
export class Transaction {
  readonly #folder: string;
  readonly #journal: Journal;

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
      files: entries(files),
      folders: entries(folders),
    };
    const transaction = new Transaction(folder, journal);
    assertValid(journal, folder, 'maglev swap would have to change');
    assertNoLinks(folder, 'maglev-swap');
    let isOurs = false;
    try {
      assertWritable(folder, journal);
      mkdirSync(join(folder, WORK));
      isOurs = true;
      transaction.#keepFiles();
    } catch (error) {
      if (isOurs) discard(join(folder, WORK));
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw new Failure(ALREADY);
      throw new Failure(`Cannot change ${folder}: ${messageOf(error)}.`);
    }
    return transaction;
  }

  /**
   * Rolls back an interrupted transaction. Returns its operation, or null if there was none. Throws if the transaction is
   * still running.
   */
  static async recover(folder: string): Promise<Operation | null> {
    const work = lstatSync(join(folder, WORK), { throwIfNoEntry: false });
    if (work === undefined) return null;
    if (!work.isDirectory()) throw new Failure(`${WORK} is not a folder: remove it first.`);
    // Without a journal, either nothing was changed yet or everything is done.
    if (!existsSync(join(folder, JOURNAL))) {
      discard(join(folder, WORK));
      return null;
    }
    const journal = readJournal(folder);
    // Kept folders are moved back as they are, including their links.
    assertNoLinks(folder, WORK, /^(?:folders\/\d+\/[^/]+|unfinished)$/);
    if (isRunning(journal.process)) throw new Failure(`${ALREADY} It is process ${journal.process.pid}.`);
    await programEnded(folder);
    new Transaction(folder, journal).rollBack();
    return journal.operation;
  }

  /** Replaces a file atomically. */
  write(file: string, content: string | Buffer): void {
    this.#assertInJournal(file);
    placeInside(this.#folder, file, 'maglev swap would have to write');
    const place = placeOf(this.#folder, file);
    mkdirSync(dirname(place), { recursive: true });
    replaceFile(join(this.#folder, WORK), place, content);
  }

  remove(file: string): void {
    this.#assertInJournal(file);
    placeInside(this.#folder, file, 'maglev swap would have to remove');
    removeWithFolders(this.#folder, file);
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

  /** Makes the changes permanent. */
  commit(): void {
    for (const { path } of this.#journal.files) {
      const place = placeOf(this.#folder, path);
      if (existsSync(place)) flush(place);
    }
    flushFolder(this.#folder);
    this.#end();
  }

  /** Moves the kept files back, which needs no space on a full disk. */
  rollBack(): void {
    this.#journal.folders.forEach(({ path, existed }, i) => {
      this.#restoreFolder(path, existed, i);
    });
    this.#journal.files.forEach(({ path, existed }, i) => {
      if (existed) this.#restoreFile(path, this.#keptFile(i));
      else removeWithFolders(this.#folder, path);
    });
    flushFolder(this.#folder);
    this.#end();
  }

  #keptFile(index: number): string {
    return join(this.#folder, WORK, 'files', String(index));
  }

  /** Keeps the name `node_modules`, which tools that search for packages skip. */
  #keptFolder(index: number): string {
    return join(this.#folder, WORK, 'folders', String(index), basename(this.#journal.folders[index]!.path));
  }

  #keepFiles(): void {
    mkdirSync(join(this.#folder, WORK, 'files'));
    this.#journal.files.forEach(({ path, existed }, i) => {
      if (!existed) return;
      const place = placeOf(this.#folder, path);
      copyFileSync(place, this.#keptFile(i));
      chmodSync(this.#keptFile(i), statSync(place).mode);
      flush(this.#keptFile(i));
    });
    writeFileSync(join(this.#folder, WORK, 'undo.cjs'), UNDO);
    const journal = join(this.#folder, WORK, 'journal.new');
    writeFileSync(journal, JSON.stringify(this.#journal, null, 2));
    flush(journal);
    renameSync(journal, join(this.#folder, JOURNAL));
    for (const path of [join(WORK, 'files'), WORK, '']) flushFolder(join(this.#folder, path));
  }

  #restoreFile(path: string, kept: string): void {
    // Already restored.
    if (!existsSync(kept)) return;
    const place = placeOf(this.#folder, path);
    mkdirSync(dirname(place), { recursive: true });
    renameSync(kept, place);
  }

  #restoreFolder(path: string, existed: boolean, index: number): void {
    const place = placeOf(this.#folder, path);
    const kept = this.#keptFolder(index);
    // Either not kept yet, and therefore not changed, or already restored.
    if (existed && !existsSync(kept)) return;
    if (lstatSync(place, { throwIfNoEntry: false }) !== undefined) {
      const trash = join(this.#folder, WORK, 'trash');
      mkdirSync(trash, { recursive: true });
      renameSync(place, join(trash, `${index}-${readdirSync(trash).length}`));
    }
    if (existed) renameSync(kept, place);
    else removeWithFolders(this.#folder, path);
  }

  #assertInJournal(file: string): void {
    const { files, folders } = this.#journal;
    const isInJournal =
      files.some(({ path }) => path === file) || folders.some(({ path }) => file.startsWith(`${path}/`));
    if (!isInJournal) throw new Error(`${file} is not in the journal.`);
  }

  /** After the journal is removed, there is nothing to roll back: the copies are no longer complete. */
  #end(): void {
    rmSync(join(this.#folder, JOURNAL), { force: true });
    try {
      flushFolder(join(this.#folder, WORK));
      discard(join(this.#folder, WORK));
    } catch {
      // The next command removes the rest.
    }
  }
}

/** The absolute path of a project's file, with its last link followed, as a write would. */
function placeOf(folder: string, path: string): string {
  const place = join(folder, path);
  return existsSync(place) && FILES.test(path) ? realpathSync(place) : place;
}

/** Waits for the program of an interrupted transaction, which stops as soon as it notices the interruption. */
async function programEnded(folder: string): Promise<void> {
  const file = join(folder, RUNNING);
  for (let waited = 0; existsSync(file); waited++) {
    const running = readProcessId(file);
    if (!isProcessId(running) || !isRunning(running)) return;
    if (waited > 300)
      throw new Failure(`Process ${running.pid} is still changing this project: stop it first.`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

function readProcessId(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    // It was killed while writing the file, so the program was not started.
    return null;
  }
}

/** Replaces the content of a file atomically, and keeps its mode. */
function replaceFile(work: string, place: string, content: string | Buffer): void {
  const fresh = join(work, 'new');
  rmSync(fresh, { force: true });
  writeFileSync(fresh, content, { flag: 'wx' });
  if (existsSync(place)) chmodSync(fresh, statSync(place).mode);
  flush(fresh);
  renameSync(fresh, place);
}

/** Removes a file that did not exist before, and its folders if they are empty. */
function removeWithFolders(project: string, file: string): void {
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

/** Throws if a rename in the folder of a file, or in one of the folders, would be refused. */
function assertWritable(folder: string, { files, folders }: Journal): void {
  const homes = files.map(({ path }) => dirname(placeOf(folder, path)));
  const existing = folders.filter(({ existed }) => existed).map(({ path }) => placeOf(folder, path));
  for (const place of new Set([folder, ...homes, ...existing])) {
    if (existsSync(place)) accessSync(place, constants.W_OK | constants.X_OK);
  }
}

/** Removes a folder, even if it has folders that cannot be written, as some packages do. */
function discard(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    makeWritable(folder);
    rmSync(folder, { recursive: true, force: true });
  }
}

function makeWritable(folder: string): void {
  chmodSync(folder, 0o700);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) makeWritable(join(folder, entry.name));
  }
}

function flush(path: string): void {
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
function flushFolder(path: string): void {
  if (process.platform !== 'win32') flush(path);
}
