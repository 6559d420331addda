import { statSync, writeSync } from 'node:fs';
import { join, normalize } from 'node:path';
import { packageOf } from './installed.js';
import type { Plan } from './plan.js';

/** The two module systems. */
export type System = 'require' | 'import';

/** The target of a request. */
export interface Target {
  readonly file: string;
  /** A folder from which Node resolves the same request to this file; null if there is none. */
  readonly home: string | null;
}

/** Finds the files for requests in one module system. */
export class Redirection {
  readonly #plan: Plan;
  readonly #system: System;
  /** Folders of maglev's own files, whose requests are not redirected. */
  readonly #own: readonly string[];
  readonly #logged = new Set<string>();

  constructor(plan: Plan, system: System) {
    this.#plan = plan;
    this.#system = system;
    this.#own = ['dist', 'lib'].map((folder) => join(plan.root, folder, '/'));
  }

  /** The package that a request from another file is for; null if it is not redirected. */
  nameIn(request: string, from: string | undefined): string | null {
    const { packages, files } = this.#plan;
    const name = Object.hasOwn(files, request) ? request : request.split('/', 1)[0]!;
    if (!Object.hasOwn(files, name) && !Object.hasOwn(packages, name)) return null;
    return from !== undefined && this.#own.some((folder) => from.startsWith(folder)) ? null : name;
  }

  /**
   * The target of a request for a file of a package; null if it is not redirected. `installed` is the main file of the package
   * that the requester would have loaded, null if there is none.
   */
  find(request: string, name: string, installed: string | null): Target | null {
    const { packages, files } = this.#plan;
    const target = Object.hasOwn(files, name)
      ? { file: files[name]!, home: null }
      : this.#findInLine(request, this.#lineFor(packages[name]!, installed));
    if (target !== null && this.#plan.debug) this.#log(request, target.file);
    return target;
  }

  #lineFor({ forced, absent, lines }: Plan['packages'][string], installed: string | null): string | null {
    const found = installed === null ? null : packageOf(installed);
    if (forced === null && found?.isMaglev) return null;
    return lines[forced ?? found?.major ?? absent] ?? null;
  }

  #findInLine(request: string, line: string | null): Target | null {
    if (line === null) return null;
    const home = join(this.#plan.root, 'dist/deep', `v${line}`);
    const file = findFile(join(home, 'node_modules', normalize(request)));
    return file === null ? null : { file, home };
  }

  /** Once per request and file: programs load the same package in many files. */
  #log(request: string, file: string): void {
    const sentence = `maglev: ${this.#system} of ${request} gets ${file} (Express ${packageOf(file)?.major})\n`;
    if (this.#logged.has(sentence)) return;
    this.#logged.add(sentence);
    // Synchronously, because the thread of the hooks may end before a stream has written.
    writeSync(2, sentence);
  }
}

/** Completes the name of a file as `require` does. */
function findFile(path: string): string | null {
  const found = [path, `${path}.js`, join(path, 'index.js')].find((file) => {
    return statSync(file, { throwIfNoEntry: false })?.isFile();
  });
  return found ?? null;
}
