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
}
