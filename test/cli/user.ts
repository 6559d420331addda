import { type ChildProcess, execFile, type StdioOptions, spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Installation, manifest, originalProject, type Project } from '../package/project.js';

/** For `maglev compare`: enough time for a busy machine. */
export const PATIENCE = ['--time', '600', '--response-time', '120'];
/** Seconds that an application may take to load, for all commands that load one. */
const TIME_TO_LOAD = '300';
const LOADING = ['routes', 'check', 'compare'];

/** The result of a command. */
export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A project on Express, whose user runs the command from the installed package. */
export class User {
  readonly project: Project;
  readonly #command: string;
  #env: NodeJS.ProcessEnv = {};

  /** `others` are packages that the project has in addition to Express. */
  constructor(installation: Installation, major: string, name: string, others: readonly string[] = []) {
    this.project = originalProject(installation, major, name, others);
    this.#command = join(installation.folder, 'node_modules/maglev', manifest.bin.maglev);
  }

  get folder(): string {
    return this.project.folder;
  }

  write(name: string, text: string): void {
    this.project.write(name, text);
  }

  /** Runs `maglev` with these arguments in the project. */
  maglev(...args: string[]): Promise<Outcome> {
    return new Promise((resolve) => {
      execFile(process.execPath, this.#commandLine(args), this.#options, (error, stdout, stderr) => {
        resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr });
      });
    });
  }

  /** Starts it without waiting for its end. Its stderr can be read. */
  start(...args: string[]): ChildProcess {
    const stdio: StdioOptions = ['ignore', 'ignore', 'pipe'];
    return spawn(process.execPath, this.#commandLine(args), { ...this.#options, stdio });
  }

  /** From now on, the clock of the command counts CPU time, so that other processes do not affect it. */
  byCpuTime(): this {
    return this.preload('cpu-clock.cjs');
  }

  /** From now on, the command loads this file of this folder first. */
  preload(name: string): this {
    const file = fileURLToPath(new URL(name, import.meta.url));
    this.#env = { NODE_OPTIONS: `--require ${JSON.stringify(file)}` };
    return this;
  }

  /** An application that loads slowly next to other processes is not a failure. Tests of the limit set it themselves. */
  #commandLine([name = '', ...rest]: readonly string[]): string[] {
    const isGiven = rest.some((one) => /^--timeout\b/.test(one)) || !LOADING.includes(name);
    const limit = isGiven ? [] : ['--timeout', TIME_TO_LOAD];
    return [this.#command, ...(name === '' ? [] : [name]), ...limit, ...rest];
  }

  get #options(): { cwd: string; env: NodeJS.ProcessEnv } {
    const { MAGLEV_EXPRESS, NO_COLOR, ...env } = process.env;
    return { cwd: this.folder, env: { ...env, ...this.#env } };
  }
}
