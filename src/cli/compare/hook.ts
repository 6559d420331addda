import { spawn } from 'node:child_process';
import { Failure } from '../failure.js';
import type { SideName } from './equality.js';

/** The side that a user's command runs for. */
export interface Occasion {
  readonly side: SideName;
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

/** Runs a user's command, given by an option. */
export async function runHook(option: string, command: string, { side, cwd, env }: Occasion): Promise<void> {
  const child = spawn(command, {
    shell: true,
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output = (output + chunk).slice(-2000);
    });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('close', resolve);
  });
  if (code === 0) return;
  const last = output.trim().split('\n').at(-1);
  throw new Failure(
    `--${option} exited with code ${code} on the side of ${side === 'express' ? 'Express' : 'maglev'}${last ? `; its last output was: ${last}` : '.'}`,
    output,
  );
}
