import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { Failure } from '../failure.js';
import { RUNNING } from './claim.js';
import { WORK } from './journal.js';
import { processIdOf } from './processes.js';
import { endPrograms, markOf } from './programs.js';
import { readScript } from './scripts.js';

export interface Output {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs a program that ends with this process, however that ends. During a transaction in `project`, its process is recorded
 * there, so that nothing is restored while it still runs.
 */
export function runSupervised(
  command: readonly string[],
  options: { readonly cwd: string; readonly env?: NodeJS.ProcessEnv },
  project: string,
  signal: AbortSignal | undefined,
): Promise<Output> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const script = ['--input-type=commonjs', '-e', readScript('supervise'), '--', ...command];
    const self = processIdOf(process.pid);
    const child = spawn(process.execPath, script, {
      ...options,
      env: { ...(options.env ?? process.env), ...markOf(self) },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      // Killing the process group of this command must not kill the supervisor, which has to stop the program.
      detached: process.platform !== 'win32',
    });
    child.on('error', (error) => {
      reject(new Failure(`Cannot start ${command[0]}: ${error.message}.`));
    });
    // For example because too many files are open. There are no outputs then.
    if (child.pid === undefined) return;
    const mark = randomUUID();
    const outputs = [new TextUntil(child.stdout!, mark), new TextUntil(child.stderr!, mark)] as const;
    const stop = () => child.connected && child.disconnect();
    signal?.addEventListener('abort', stop, { once: true });
    // Not 'close', which is not emitted if this side has disconnected.
    child.on('exit', async (code, killedBy) => {
      try {
        // The program goes on if its supervisor was killed, and what it has started may go on if it was stopped.
        if (killedBy !== null || signal?.aborted) await endPrograms(self);
        // Without its supervisor there is no mark, and something that was not found may keep the outputs open.
        await Promise.race([Promise.all(outputs.map(({ ended }) => ended)), aborted(signal)]);
        if (signal?.aborted && killedBy === null) await endPrograms(self);
      } catch (error) {
        return reject(error);
      } finally {
        signal?.removeEventListener('abort', stop);
        for (const output of outputs) output.stop();
      }
      if (signal?.aborted) return reject(signal.reason);
      const [stdout, stderr] = outputs.map((output) => output.text());
      resolve({ code: code ?? 1, stdout: stdout!, stderr: stderr! });
    });
    if (existsSync(join(project, WORK))) {
      writeFileSync(join(project, RUNNING), JSON.stringify(processIdOf(child.pid)));
    }
    child.send(mark);
  });
}

/** Resolves when the signal is aborted. */
function aborted(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) resolve();
    signal?.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** What a stream contains before a mark, or before its end if there is no mark. */
class TextUntil {
  readonly ended: Promise<void>;
  readonly #stream: Readable;
  readonly #mark: string;
  readonly #chunks: Buffer[] = [];

  constructor(stream: Readable, mark: string) {
    this.#stream = stream;
    this.#mark = mark;
    let tail = Buffer.alloc(0);
    this.ended = new Promise((resolve) => {
      stream.on('data', (chunk: Buffer) => {
        this.#chunks.push(chunk);
        // The mark may be divided between chunks.
        tail = Buffer.concat([tail.subarray(-mark.length), chunk]);
        if (tail.includes(mark)) resolve();
      });
      for (const event of ['close', 'error']) stream.on(event, () => resolve());
    });
  }

  text(): string {
    return Buffer.concat(this.#chunks).toString().split(this.#mark)[0]!;
  }

  stop(): void {
    this.#stream.destroy();
  }
}
