import { statSync, writeSync } from 'node:fs';
import { join, normalize } from 'node:path';
import type { Plan, System } from './plan.js';

/** Finds the file for a request in one module system. */
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

  /** The file for a request from another file; null if it is not redirected. */
  find(request: string, from: string | undefined): string | null {
    const file = this.#fileFor(request);
    if (file === null || (from !== undefined && this.#own.some((folder) => from.startsWith(folder))))
      return null;
    if (this.#plan.debug) this.#log(request, file);
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
    return path === 'package.json' || path.startsWith('lib/') ? findFile(join(folders[name]!, path)) : null;
  }

  /** Once per request: programs load the same package in many files. */
  #log(request: string, file: string): void {
    if (this.#logged.has(request)) return;
    this.#logged.add(request);
    // Synchronously, because the thread of the hooks may end before a stream has written.
    writeSync(2, `maglev: ${this.#system} of ${request} gets ${file} (Express ${this.#plan.line})\n`);
  }
}

/** Completes the name of a file as `require` does. */
function findFile(path: string): string | null {
  const found = [path, `${path}.js`, join(path, 'index.js')].find((file) => {
    return statSync(file, { throwIfNoEntry: false })?.isFile();
  });
  return found ?? null;
}
