import type { Terminal } from '../terminal.js';

/** Prints a line when a step starts, with the time since the start. */
export class Steps {
  readonly #terminal: Terminal;
  readonly #start = performance.now();

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  begin(step: string): void {
    const seconds = ((performance.now() - this.#start) / 1000).toFixed(1).padStart(5);
    this.#terminal.notice(`${this.#terminal.noticeStyle.dim(`${seconds} s`)}  ${step}`);
  }

  /** Reports the copy of a file that was changed while the command was running. */
  readonly kept = (copy: string): void => {
    this.#terminal.notice(`What something else has written while maglev swap was running is now in ${copy}.`);
  };

  /** Reports a folder that could not be removed, which is no reason to fail. */
  readonly left = (folder: string): void => {
    this.#terminal.notice(
      `${folder} could not be removed completely: it has mount points or files of another owner. Nothing needs it any more: delete it.`,
    );
  };
}
