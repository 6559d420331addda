/** Processes that reply to messages, pinned to their own cores if the system supports it. */
import { type ChildProcess, type StdioOptions, spawn, spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

/** Milliseconds that a process may take to end by itself. */
const TIMEOUT = 2000;

/** V8 would treat a waiting server as idle, and discard its compiled code to save memory. */
export const KEEP_CODE = '--no-memory-reducer';

/** The cores of the servers, of which one works at a time, and of the load; empty if processes cannot be pinned. */
export const cores: { readonly server?: string; readonly load?: string } =
  availableParallelism() > 1 && spawnSync('taskset', ['-V']).status === 0 ? { server: '0', load: '1' } : {};

export interface Dialogue {
  /** Its name in error messages. */
  readonly name: string;
  /** Which messages are replies; user programs may send others. */
  readonly isReply?: (message: any) => boolean;
}

export interface Spawning extends Dialogue {
  readonly core?: string | undefined;
  readonly env?: NodeJS.ProcessEnv;
  readonly stdio?: StdioOptions;
}

const running = new Set<ChildProcess>();

/** A process that gets one message at a time. A reply with an `error` is thrown. */
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

  send(message: any): Promise<any> {
    const reply = this.reply();
    // If the process has just ended, its 'exit' event reports that.
    this.process.send(message, () => {});
    return reply;
  }

  /** The next reply, for processes that send one first. */
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
        settle(() => (message.error === undefined ? resolve(message) : reject(new ReportedError(message))));
      };
      this.process.on('exit', onExit).on('error', onError).on('message', onMessage);
      if (!this.isRunning) onExit(this.process.exitCode, this.process.signalCode);
    });
  }

  /** Disconnects the process, and kills it if it does not end soon. */
  async stop(): Promise<void> {
    if (!this.isRunning) return;
    const gone = new Promise((resolve) => this.process.once('exit', resolve));
    const timer = setTimeout(() => this.process.kill('SIGKILL'), TIMEOUT);
    if (this.process.connected) this.process.disconnect();
    await gone;
    clearTimeout(timer);
  }
}

/** A process ended before it replied. */
export class Ended extends Error {}

/** An error that the process reported. */
export class ReportedError extends Error {
  readonly details: any;

  constructor(message: { error: string }) {
    super(message.error);
    this.details = message;
  }
}

/** Pins a running process to a core. */
export function pin({ pid }: ChildProcess, core: string | undefined): void {
  if (core !== undefined) spawnSync('taskset', ['-a', '-c', '-p', core, String(pid)]);
}

/** For exits on signals. */
export function killAll(): void {
  for (const child of running) child.kill('SIGKILL');
}
