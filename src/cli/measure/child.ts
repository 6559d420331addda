/** Processes that are asked by messages, on cores of their own where the system can pin them. */
import { type ChildProcess, type StdioOptions, spawn, spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

/** How long a process may take to end by itself. */
const PATIENCE = 2000;

/** A server that waits for its turn would be taken for idle, and lose its compiled code to save memory. */
export const KEEP_CODE = '--no-memory-reducer';

/** Of the servers, of which one works at a time, and of what sends the requests; nothing where there is no choice. */
export const cores: { readonly server?: string; readonly load?: string } =
  availableParallelism() > 1 && spawnSync('taskset', ['-V']).status === 0 ? { server: '0', load: '1' } : {};

export interface Dialogue {
  /** How sentences about it begin. */
  readonly name: string;
  /** Which messages are answers; programs of users may send others. */
  readonly isReply?: (message: any) => boolean;
}

export interface Spawning extends Dialogue {
  readonly core?: string | undefined;
  readonly env?: NodeJS.ProcessEnv;
  readonly stdio?: StdioOptions;
}

const running = new Set<ChildProcess>();

/** Asks one question at a time; an answer with an `error` is thrown. */
export class Child {
  readonly process: ChildProcess;
  readonly #dialogue: Dialogue;

  constructor(process: ChildProcess, dialogue: Dialogue) {
    this.process = process;
    this.#dialogue = dialogue;
    if (process.exitCode !== null || process.signalCode !== null) return;
    running.add(process);
    process.once('exit', () => running.delete(process));
  }

  /** `command` is the file and its arguments. */
  static spawn(command: readonly string[], spawning: Spawning): Child {
    const { core, env = process.env, stdio = ['ignore', 'inherit', 'inherit', 'ipc'] } = spawning;
    const [file, ...args] = core === undefined ? command : ['taskset', '-c', core, ...command];
    return new Child(spawn(file!, args, { stdio, env }), spawning);
  }

  get isRunning(): boolean {
    return running.has(this.process);
  }

  ask(message: any): Promise<any> {
    const reply = this.reply();
    // A process that has just ended is told of by its exit.
    this.process.send(message, () => {});
    return reply;
  }

  /** The next answer, for those that begin with one. */
  reply(): Promise<any> {
    const { name, isReply = () => true } = this.#dialogue;
    return new Promise((resolve, reject) => {
      const settle = (end: () => void) => {
        this.process.off('exit', onExit).off('error', onError).off('message', onMessage);
        end();
      };
      const onError = (error: Error) => settle(() => reject(error));
      const onExit = (code: number | null, signal: string | null) => {
        settle(() => reject(new Ended(`${name} ended early (${code ?? signal}).`)));
      };
      const onMessage = (message: any) => {
        if (!isReply(message)) return;
        settle(() => (message.error === undefined ? resolve(message) : reject(new Told(message))));
      };
      this.process.on('exit', onExit).on('error', onError).on('message', onMessage);
      if (!this.isRunning) onExit(this.process.exitCode, this.process.signalCode);
    });
  }

  /** Ends it in an orderly way, or, if that takes too long, in the other. */
  async stop(): Promise<void> {
    if (!this.isRunning) return;
    const gone = new Promise((resolve) => this.process.once('exit', resolve));
    const timer = setTimeout(() => this.process.kill('SIGKILL'), PATIENCE);
    if (this.process.connected) this.process.disconnect();
    await gone;
    clearTimeout(timer);
  }
}

/** A process ended while it was asked. */
export class Ended extends Error {}

/** What went wrong in the other process, with all that it told. */
export class Told extends Error {
  readonly details: any;

  constructor(message: { error: string }) {
    super(message.error);
    this.details = message;
  }
}

/** Puts a running process on a core. */
export function pin({ pid }: ChildProcess, core: string | undefined): void {
  if (core !== undefined) spawnSync('taskset', ['-a', '-c', '-p', core, String(pid)]);
}

/** For those who have to leave at once. */
export function killAll(): void {
  for (const child of running) child.kill('SIGKILL');
}
