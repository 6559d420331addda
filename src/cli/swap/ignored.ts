import { spawnSync } from 'node:child_process';

/** The files of a project that git would not commit, because a `.gitignore` matches them; none without git or a repository. */
export function ignoredByGit(folder: string, files: readonly string[]): string[] {
  return files.filter((file) => {
    // A repository may name a program as its file system monitor.
    const parameters = ['-c', 'core.fsmonitor=false', 'check-ignore', '--quiet', '--', file];
    return spawnSync('git', parameters, { cwd: folder, stdio: 'ignore' }).status === 0;
  });
}
