import { statSync, writeSync } from 'node:fs';
import { join, normalize } from 'node:path';
import type { Plan, System } from './plan.js';

/** Finds the file for a request in one module system. */
export class Redirection {
  readonly #plan: Plan;
  readonly #system: System;
  /** The package's own files, whose requests mean what they say. */
  readonly #own: readonly string[];
  readonly #told = new Set<string>();

  constructor(plan: Plan, system: System) {
    this.#plan = plan;
    this.#system = system;
    this.#own = ['dist', 'lib'].map((folder) => join(plan.root, folder, '/'));
  }

  /** The file that a request from another file gets; null where it is left alone. */
  find(request: string, from: string | undefined): string | null {
    const file = this.#fileFor(request);
    if (file === null || (from !== undefined && this.#own.some((folder) => from.startsWith(folder))))
      return null;
    if (this.#plan.debug) this.#tell(request, file);
    return file;
  }

  #fileFor(request: string): string | null {
    const { targets, folders } = this.#plan;
    if (Object.hasOwn(targets, request)) return targets[request]![this.#system];
    const slash = request.indexOf('/');
    const name = request.slice(0, Math.max(slash, 0));
    if (!Object.hasOwn(targets, name) || !Object.hasOwn(folders, name)) return null;
    const path = normalize(request.slice(slash + 1)).replaceAll('\\', '/');
    if (path === 'index' || path === 'index.js') return targets[name]![this.#system];
    return path === 'package.json' || path.startsWith('lib/') ? existing(join(folders[name]!, path)) : null;
  }

  /** Once for each request: programs ask for the same package in many files. */
  #tell(request: string, file: string): void {
    if (this.#told.has(request)) return;
    this.#told.add(request);
    // Written at once: the thread of the hooks may end before a stream has written anything.
    writeSync(2, `maglev: ${this.#system} of ${request} gets ${file} (Express ${this.#plan.line})\n`);
  }
}

/** As `require` completes the names of files. */
function existing(path: string): string | null {
  const found = [path, `${path}.js`, join(path, 'index.js')].find((file) => {
    return statSync(file, { throwIfNoEntry: false })?.isFile();
  });
  return found ?? null;
}
