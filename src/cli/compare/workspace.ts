/** The folders in which both sides run, so that one does not read what the other writes. */
import { cpSync, existsSync, lstatSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import type { AppRequest } from '../app/request.js';
import { Failure, messageOf } from '../failure.js';
import type { SideName } from './equality.js';

/** Folders that are also found from the copies, or that the copies do not need. */
const PACKAGES = 'node_modules';
const LEFT_OUT = new Set([PACKAGES, '.git']);
/** The copies of another run. */
const COPIES = /^maglev-compare-\d+$/;
/** A larger project is not copied. */
const MOST_FILES = 20_000;
const MOST_BYTES = 300 * 2 ** 20;

/** Where a side runs: its application, and its working directory. */
export interface Place {
  readonly file: string;
  readonly cwd: string;
}

export class Workspace {
  readonly #root: string;
  readonly #home: string;
  #copies = 0;
  /** Why both sides share a folder; null if they do not. */
  readonly shared: string | null;
  readonly #app: AppRequest;
  readonly #isCopying: boolean;

  /** With `isFresh`, each side gets a copy of the project. */
  constructor(app: AppRequest, isFresh: boolean) {
    this.#app = app;
    this.#root = projectOf(app.file);
    // Inside the project, so that packages resolve as before. In a folder whose name starts with a dot, `res.sendFile` finds no file.
    this.#home = join(this.#root, `maglev-compare-${process.pid}`);
    this.shared = isFresh ? this.#prepare() : null;
    this.#isCopying = isFresh && this.shared === null;
  }

  /** The place of a side that starts. */
  open(side: SideName): Place {
    const { file } = this.#app;
    if (!this.#isCopying) return { file, cwd: process.cwd() };
    const copy = join(this.#home, `${++this.#copies}-${side}`);
    copyInto(this.#root, copy);
    const inside = (path: string) => join(copy, relative(this.#root, path));
    const isInside = !relative(this.#root, process.cwd()).startsWith('..');
    return { file: inside(file), cwd: isInside ? inside(process.cwd()) : process.cwd() };
  }

  remove(): void {
    if (this.#isCopying) rmSync(this.#home, { recursive: true, force: true, maxRetries: 3 });
  }

  #prepare(): string | null {
    if (isLarge(this.#root)) return 'the project is too large to be copied';
    try {
      mkdirSync(this.#home);
      return null;
    } catch (error) {
      return `the project cannot be copied: ${messageOf(error)}`;
    }
  }
}

/** The nearest folder with a package.json. */
function projectOf(file: string): string {
  let folder = dirname(file);
  while (!existsSync(join(folder, 'package.json'))) {
    if (dirname(folder) === folder) return dirname(file);
    folder = dirname(folder);
  }
  return folder;
}

function copyInto(from: string, to: string): void {
  const packages: string[] = [];
  const filter = (path: string) => {
    if (basename(path) === PACKAGES) packages.push(relative(from, path));
    return isCopied(path);
  };
  try {
    mkdirSync(to, { recursive: true });
    // Last-Modified and ETag of static files depend on their times.
    const options = { recursive: true, preserveTimestamps: true, filter };
    for (const name of namesIn(from)) cpSync(join(from, name), join(to, name), options);
    // The packages of the project itself are found above the copy.
    for (const path of packages) symlinkSync(join(from, path), join(to, path), 'junction');
  } catch (error) {
    throw new Failure(`${from} cannot be copied for each side: ${messageOf(error)}`);
  }
}

/** Sockets and pipes are skipped too. */
function isCopied(path: string): boolean {
  const stat = lstatSync(path);
  const isKept = stat.isFile() || stat.isDirectory() || stat.isSymbolicLink();
  return isKept && !LEFT_OUT.has(basename(path));
}

function isLarge(root: string): boolean {
  let [files, bytes] = [0, 0];
  const folders = [root];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const name of namesIn(folder)) {
      const path = join(folder, name);
      const stat = lstatSync(path, { throwIfNoEntry: false });
      if (stat?.isDirectory()) folders.push(path);
      bytes += stat?.size ?? 0;
      if (++files > MOST_FILES || bytes > MOST_BYTES) return true;
    }
  }
  return false;
}

function namesIn(folder: string): string[] {
  return readdirSync(folder).filter((name) => !LEFT_OUT.has(name) && !COPIES.test(name));
}
