import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The share of the random cases that run here. */
const SHARE_OF_CASES = '0.01';

/** Runs a program of this Node or of `binary`, and returns whether it succeeded. Prints its name, and its output if it failed. */
export async function run(
  name: string,
  args: readonly string[],
  binary = process.execPath,
  env: Record<string, string> = {},
): Promise<boolean> {
  const child = spawn(binary, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, MAGLEV_QUICK: '1', MAGLEV_SHARE_OF_CASES: SHARE_OF_CASES, ...env },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => (output += text));
  const [code] = await once(child, 'close');
  const counts = /^\d+ passed, .*$/m.exec(output)?.[0];
  console.log(`${code === 0 ? '✔' : '✖'} ${name}${counts ? `: ${counts}` : ''}`);
  if (code !== 0) console.log(output);
  return code === 0;
}
