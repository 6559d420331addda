import { spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
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
    const outputs = Promise.all([textOf(child.stdout!), textOf(child.stderr!)]);
    const stop = () => child.connected && child.disconnect();
    signal?.addEventListener('abort', stop, { once: true });
    child.on('error', reject);
    // Not 'close', which is not emitted if this side has disconnected.
    child.on('exit', async (code, killedBy) => {
      signal?.removeEventListener('abort', stop);
      try {
        // The program goes on if its supervisor was killed, and what it has started may go on if it was stopped.
        if (killedBy !== null || signal?.aborted) await endPrograms(self);
      } catch (error) {
        return reject(error);
      }
      if (signal?.aborted) return reject(signal.reason);
      const [stdout, stderr] = await outputs;
      resolve({ code: code ?? 1, stdout, stderr });
    });
    if (child.pid !== undefined && existsSync(join(project, WORK))) {
      writeFileSync(join(project, RUNNING), JSON.stringify(processIdOf(child.pid)));
    }
    child.send('start');
  });
}

async function textOf(stream: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
