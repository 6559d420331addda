import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/** A started program and its output. */
export class Program {
  readonly #child: ChildProcess;
  /** Resolves with its exit code and signal. */
  readonly exited: Promise<unknown[]>;
  printed = '';

  constructor(file: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) {
    this.#child = spawn(file, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [this.#child.stdout!, this.#child.stderr!]) {
      stream.setEncoding('utf8').on('data', (chunk) => {
        this.printed += chunk;
        this.#child.emit('printed');
      });
    }
    this.exited = once(this.#child, 'exit');
    this.exited.then(() => this.#child.emit('printed'));
  }

  get isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Resolves with the first match in the output, now or later, after the first `from` characters. */
  async prints(pattern: RegExp, from = 0): Promise<RegExpExecArray> {
    for (;;) {
      const match = pattern.exec(this.printed.slice(from));
      if (match) return match;
      if (!this.isRunning) throw new Error(`The program ended without printing ${pattern}:\n${this.printed}`);
      await once(this.#child, 'printed');
    }
  }

  kill(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }
}
