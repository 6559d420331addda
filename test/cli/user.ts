import { type ChildProcess, execFile, type StdioOptions, spawn } from 'node:child_process';
import { join } from 'node:path';
import { type Installation, manifest, originalProject, type Project } from '../package/project.js';

/** For `maglev compare`: as much time as a busy machine may need. */
export const PATIENCE = ['--time', '120', '--timeout', '60', '--response-time', '30'];

/** What a command left behind. */
export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Somebody with a project on Express, who runs the command from the installed package. */
export class User {
  readonly project: Project;
  readonly #command: string;

  /** `others` are packages that the project has beside Express. */
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
      const command = [this.#command, ...args];
      execFile(process.execPath, command, this.#options, (error, stdout, stderr) => {
        resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr });
      });
    });
  }

  /** Starts it, for those who do not wait for its end; what it tells on stderr can be read. */
  start(...args: string[]): ChildProcess {
    const stdio: StdioOptions = ['ignore', 'ignore', 'pipe'];
    return spawn(process.execPath, [this.#command, ...args], { ...this.#options, stdio });
  }

  get #options(): { cwd: string; env: NodeJS.ProcessEnv } {
    const { MAGLEV_EXPRESS, NO_COLOR, ...env } = process.env;
    return { cwd: this.folder, env };
  }
}
