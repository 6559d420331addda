import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';

/**
 * Changes to the files of a project that are all taken back if one of them fails, or the process is told to end. What is
 * installed is moved aside, and moved back; it is not installed again for that.
 */
export class Transaction {
  readonly #folder: string;
  readonly #aside: string;
  readonly #moved: string[] = [];
  /** Their former texts, or null where there was no file. */
  readonly #written = new Map<string, Buffer | null>();
  readonly #onSignal = () => {
    this.rollBack();
    process.exit(130);
  };

  constructor(folder: string) {
    this.#folder = folder;
    this.#aside = join(folder, `.maglev-swap-${process.pid}`);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, this.#onSignal);
  }

  /** Notes how a file is now, before somebody else writes it. */
  keep(file: string): void {
    const path = join(this.#folder, file);
    if (!this.#written.has(file)) this.#written.set(file, existsSync(path) ? readFileSync(path) : null);
  }

  write(file: string, content: string | Buffer): void {
    this.keep(file);
    const path = join(this.#folder, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }

  remove(file: string): void {
    this.keep(file);
    this.#removeWithFolder(join(this.#folder, file));
  }

  /** Takes a folder out of the way. */
  moveAside(folder: string): void {
    this.#moveAside(folder);
  }

  /** Leaves a copy in the place of a folder, which somebody else may change. */
  copyAside(folder: string): void {
    const moved = this.#moveAside(folder);
    if (moved !== null) cpSync(moved, folder, { recursive: true, verbatimSymlinks: true });
  }

  #moveAside(folder: string): string | null {
    if (!existsSync(folder)) return null;
    const moved = join(this.#aside, String(this.#moved.length));
    mkdirSync(this.#aside, { recursive: true });
    renameSync(folder, moved);
    this.#moved.push(relative(this.#folder, folder));
    return moved;
  }

  /** Lets the changes stand. */
  commit(): void {
    this.#end();
  }

  rollBack(): void {
    for (const [file, content] of this.#written) {
      const path = join(this.#folder, file);
      if (content === null) {
        this.#removeWithFolder(path);
      } else {
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, content);
      }
    }
    for (const [i, path] of this.#moved.entries()) {
      rmSync(join(this.#folder, path), { recursive: true, force: true });
      renameSync(join(this.#aside, String(i)), join(this.#folder, path));
    }
    this.#end();
  }

  /** A file that was not there before, and its folders if nothing else is in them. */
  #removeWithFolder(path: string): void {
    rmSync(path, { force: true });
    for (let folder = dirname(path); folder !== this.#folder; folder = dirname(folder)) {
      if (!existsSync(folder)) continue;
      if (readdirSync(folder).length > 0) return;
      rmdirSync(folder);
    }
  }

  #end(): void {
    rmSync(this.#aside, { recursive: true, force: true });
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, this.#onSignal);
  }
}
