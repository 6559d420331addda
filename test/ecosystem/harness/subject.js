import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { folderOf } from './subjects.js';

const SERVER = fileURLToPath(new URL('server.js', import.meta.url));
/** Enough of the output of a process to see why it ended. */
const LAST_WORDS = 4_000;

/** A process that serves programs on one framework and major version. */
export class Subject {
  #child;
  #printed = '';
  #waiting = new Map();

  constructor(framework, line) {
    this.name = `${framework} ${line}.x`;
    // Error pages without stacks, which differ.
    const env = { ...process.env, NODE_ENV: 'production' };
    const settings = { env, execArgv: [], stdio: ['ignore', 'pipe', 'pipe', 'ipc'] };
    this.#child = fork(SERVER, [folderOf(framework, line), line], settings);
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream.on('data', (data) => this.#append(data));
    /** Rejected when the process ends, with its output. */
    this.ended = once(this.#child, 'exit').then(() => {
      throw new Error(`${this.name} has ended. It printed:\n${this.#printed}`);
    });
    // Prevents an unhandled rejection if no test waits for it.
    this.ended.catch(() => {});
    const ready = once(this.#child, 'message').then(([{ ready }]) => ready);
    /** The framework that `express` is in the process, and its major, as soon as it accepts messages. */
    this.package = Promise.race([ready, this.ended]);
    this.#child.on('message', ({ name, port, error }) => {
      if (error) this.#waiting.get(name)?.reject(new Error(`${name} on ${this.name}: ${error}`));
      else this.#waiting.get(name)?.resolve(port);
    });
  }

  /** The port on which the program of this name listens. */
  async start(name) {
    await this.package;
    if (!this.#child.connected) return this.ended;
    const started = new Promise((resolve, reject) => this.#waiting.set(name, { resolve, reject }));
    this.#child.send(name);
    return Promise.race([started, this.ended]);
  }

  stop() {
    if (this.#child.connected) this.#child.disconnect();
  }

  #append(data) {
    this.#printed = (this.#printed + data).slice(-LAST_WORDS);
  }
}
