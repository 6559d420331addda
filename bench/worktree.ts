/** Another commit, checked out and built in a temporary worktree, which is removed afterwards. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { ROOT } from './places.js';

/** Calls `use` with the build folder of the commit. */
export async function withBuildOf<Result>(
  ref: string,
  use: (dist: string) => Promise<Result>,
): Promise<Result> {
  const find = ['rev-parse', '--verify', '--quiet', `${ref}^{commit}`];
  const commit = run('git', find, ROOT, `There is no commit ${ref}.`).trim();
  const parent = mkdtempSync(join(tmpdir(), 'maglev-compare-'));
  const folder = join(parent, 'tree');
  const remove = () => {
    run('git', ['worktree', 'remove', '--force', folder], ROOT, `${folder} could not be removed.`);
    rmSync(parent, { recursive: true, force: true });
  };
  const onInterrupt = () => {
    remove();
    process.exit(130);
  };
  run('git', ['worktree', 'add', '--detach', folder, commit], ROOT, `${ref} could not be checked out.`);
  process.once('SIGINT', onInterrupt);
  try {
    install(folder);
    run('npm', ['run', '--silent', 'build'], folder, `${ref} could not be built.`);
    return await use(`${folder}/dist/`);
  } finally {
    process.off('SIGINT', onInterrupt);
    remove();
  }
}

/** Shares the installed packages if both commits have the same dependencies, so that only the code differs. */
function install(folder: string): void {
  const [here, there] = [ROOT, `${folder}/`].map((root) =>
    JSON.parse(readFileSync(`${root}package.json`, 'utf8')),
  );
  if (isDeepStrictEqual(here.dependencies, there.dependencies)) {
    symlinkSync(`${ROOT}node_modules`, `${folder}/node_modules`, 'junction');
  } else {
    const options = ['--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
    run('npm', ['install', ...options], folder, 'Its packages could not be installed.');
  }
}

function run(file: string, args: readonly string[], cwd: string, message: string): string {
  const shell = process.platform === 'win32' && file === 'npm';
  const { status, stdout, stderr } = spawnSync(file, args, { cwd, encoding: 'utf8', shell });
  if (status !== 0) throw new Error([message, stderr?.trim()].filter(Boolean).join('\n'));
  return stdout;
}
