/** Processes that are asked questions, one at a time each, and may say something by themselves. */
import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface ChildOptions {
  /** Node's own flags, after those of this process. */
  readonly flags?: readonly string[];
  /** How many files it may have open, if not as many as this process. */
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
    this.#process.on('message', ({ topic, value }: Said) => this.emit(topic, value));
  }

  get pid(): number {
    return this.#process.pid!;
  }

  /** The answer to a question, or an error if the process ends over it. */
  ask(question: string, ...args: unknown[]): Promise<any> {
    this.#process.send({ question, args });
    return this.hear('answer');
  }

  /** The next thing the process says on a topic. */
  hear(topic: string): Promise<any> {
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

interface Said {
  readonly topic: string;
  readonly value: unknown;
}

type Answers = Record<string, (...args: any[]) => unknown>;

/** In the child: answers questions by these functions until the parent is gone. */
export function answerWith(answers: Answers): void {
  process.on('message', async ({ question, args }: { question: string; args: unknown[] }) => {
    say('answer', await answers[question]!(...args));
  });
  process.once('disconnect', () => process.exit());
}

/** In the child: what nobody has caught, instead of an end by it. */
export function noteFailures(): string[] {
  const failures: string[] = [];
  process.on('uncaughtException', (error) => failures.push(`uncaught: ${error?.stack ?? error}`));
  process.on('unhandledRejection', (error: any) => failures.push(`unhandled: ${error?.stack ?? error}`));
  return failures;
}

/** In the child: says something unasked. */
export function say(topic: string, value: unknown): void {
  if (process.connected) process.send!({ topic, value });
}

function limited(command: string[], descriptors: number | undefined): string[] {
  if (descriptors === undefined) return command;
  return ['sh', '-c', `ulimit -n ${descriptors} && exec "$0" "$@"`, ...command];
}
