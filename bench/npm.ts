import { spawnSync } from 'node:child_process';

/** Runs npm in a folder. Returns its output, or throws an error with it. */
export function npm(cwd: string, ...parameters: string[]): string {
  const { status, stdout, stderr } = spawnSync(
    'npm',
    [...parameters, '--no-audit', '--no-fund', '--loglevel=error'],
    { cwd, encoding: 'utf8', shell: process.platform === 'win32' },
  );
  if (status !== 0) throw new Error(`npm ${parameters.join(' ')}\n${stdout ?? ''}${stderr ?? ''}`);
  return stdout;
}
