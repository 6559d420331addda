/** Child processes with remote calls, one at a time each, that can also send messages. */
import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface ChildOptions {
  /** Flags of Node, in addition to those of this process. */
  readonly flags?: readonly string[];
  /** Limit of open file descriptors; by default, that of this process. */
  readonly descriptors?: number;
  readonly env?: Record<string, string>;
}

export class Child extends EventEmitter {
  readonly #process: ChildProcess;
  readonly #gone: Promise<unknown>;

  constructor(module: URL, args: readonly string[], options: ChildOptions = {}) {
    super();
    const { flags = [], env = {} } = options;
    const command = [process.execPath, ...process.execArgv, ...flags, fileURLToPath(module), ...args];
    const [file, ...rest] = limited(command, options.descriptors);
    this.#process = spawn(file!, rest, {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      env: { ...process.env, ...env },
    });
    this.#gone = new Promise((resolve) => this.once('gone', resolve));
    this.#process.once('exit', (code, signal) => this.emit('gone', `The process ended: ${signal ?? code}`));
    this.#process.on('message', ({ topic, value }: Message) => this.emit(topic, value));
  }

  get pid(): number {
    return this.#process.pid!;
  }

  /** Calls a function of the child. Rejects if the process ends during the call. */
  call(name: string, ...args: unknown[]): Promise<any> {
    this.#process.send({ name, args });
    return this.nextMessage('result');
  }

  /** The next message of the process on a topic. */
  nextMessage(topic: string): Promise<any> {
    return new Promise((resolve, reject) => {
      const onEnd = (how: string): void => reject(new Error(how));
      this.once('gone', onEnd);
      this.once(topic, (value) => {
        this.off('gone', onEnd);
        resolve(value);
      });
    });
  }

  async stop(): Promise<void> {
    if (this.#process.connected) this.#process.disconnect();
    await this.#gone;
  }
}

interface Message {
  readonly topic: string;
  readonly value: unknown;
}

type Functions = Record<string, (...args: any[]) => unknown>;

/** In the child: runs these functions for the parent until it disconnects. */
export function handleCalls(functions: Functions): void {
  process.on('message', async ({ name, args }: { name: string; args: unknown[] }) => {
    sendMessage('result', await functions[name]!(...args));
  });
  process.once('disconnect', () => process.exit());
}

/** In the child: collects uncaught errors instead of exiting. */
export function noteFailures(): string[] {
  const failures: string[] = [];
  process.on('uncaughtException', (error) => failures.push(`uncaught: ${error?.stack ?? error}`));
  process.on('unhandledRejection', (error: any) => failures.push(`unhandled: ${error?.stack ?? error}`));
  return failures;
}

/** In the child: sends a message to the parent. */
export function sendMessage(topic: string, value: unknown): void {
  if (process.connected) process.send!({ topic, value });
}

function limited(command: string[], descriptors: number | undefined): string[] {
  if (descriptors === undefined) return command;
  return ['sh', '-c', `ulimit -n ${descriptors} && exec "$0" "$@"`, ...command];
}
