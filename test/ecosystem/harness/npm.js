import { spawnSync } from 'node:child_process';

/** Runs npm. Prints little on success, and npm's output on failure. */
export function npm(cwd, ...parameters) {
  run('npm', [...parameters, '--no-audit', '--no-fund', '--loglevel=error'], cwd);
}

export function node(cwd, ...parameters) {
  run(process.execPath, parameters, cwd);
}

function run(file, parameters, cwd) {
  const shell = process.platform === 'win32' && file === 'npm';
  const { status, stdout, stderr } = spawnSync(file, parameters, { cwd, encoding: 'utf8', shell });
  if (status !== 0) throw new Error(`${file} ${parameters.join(' ')}\n${stdout ?? ''}${stderr ?? ''}`);
}
