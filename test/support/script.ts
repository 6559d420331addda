/** Runs a small program in a separate process, so that its effects on the stack or the process stay there. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The output of a module with this text in the project root; rejects if it fails. */
export function runScript(source: string, flags: readonly string[] = []): Promise<string> {
  return new Promise((resolve, reject) => {
    const args = [...process.execArgv, ...flags, '--input-type=module', '--eval', source];
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    let errors = '';
    child.stdout.setEncoding('utf8').on('data', (text) => (output += text));
    child.stderr.setEncoding('utf8').on('data', (text) => (errors += text));
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve(output);
      else reject(new Error(`The program ended with ${code}: ${errors}`));
    });
  });
}
