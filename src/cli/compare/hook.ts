import { spawn } from 'node:child_process';
import { Failure } from '../failure.js';
import type { SideName } from './equality.js';

/** For whom a command of the user is run. */
export interface Occasion {
  readonly side: SideName;
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

/** Runs a command of the user, given by an option. */
export async function runHook(option: string, command: string, { side, cwd, env }: Occasion): Promise<void> {
  const child = spawn(command, {
    shell: true,
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      said = (said + chunk).slice(-2000);
    });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('close', resolve);
  });
  if (code === 0) return;
  const last = said.trim().split('\n').at(-1);
  throw new Failure(
    `--${option} ended with exit code ${code} on the side of ${side === 'express' ? 'Express' : 'maglev'}${last ? `; the last it said was: ${last}` : '.'}`,
    said,
  );
}
