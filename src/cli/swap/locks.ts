import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';

/** The package managers that a swap works with. */
export const MANAGERS = ['pnpm', 'yarn', 'npm'] as const;
export type ManagerName = (typeof MANAGERS)[number];

/** The lockfiles of each package manager. */
export const LOCKS: readonly [file: string, name: ManagerName][] = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['package-lock.json', 'npm'],
  ['npm-shrinkwrap.json', 'npm'],
];
/** What pnpm writes for each branch of git, with its setting `git-branch-lockfile`. */
const BRANCH_LOCK = /^pnpm-lock\.[^/]+\.yaml$/;

/** The lockfiles that a package manager may write in a folder of a project. pnpm can be set to write one for each workspace. */
export function locksIn(name: ManagerName, folder: string, project: string, branch: string | null): string[] {
  if (name !== 'pnpm' && folder !== project) return [];
  // npm updates that of yarn, if there is one.
  return [...ownLocksIn(name, folder, branch), ...(name === 'npm' ? ['yarn.lock'] : [])];
}

/** Those of its own. `branch` is the current one of git, if any. */
export function ownLocksIn(name: ManagerName, folder: string, branch: string | null): string[] {
  const own = LOCKS.filter(([, owner]) => owner === name).map(([file]) => file);
  return name === 'pnpm' ? [...own, ...branchLocksIn(folder, branch)] : own;
}

/** Those that exist, and that of the current branch, which pnpm may create. */
function branchLocksIn(folder: string, branch: string | null): string[] {
  const found = readdirSync(folder).filter((name) => BRANCH_LOCK.test(name));
  return branch === null ? found : [...new Set([...found, `pnpm-lock.${branch}.yaml`])];
}

/** The current branch as pnpm writes it in a file name; null without git or a branch. */
export function branchOf(folder: string): string | null {
  const { status, stdout } = spawnSync('git', ['symbolic-ref', '--short', 'HEAD'], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return status === 0 ? stdout.trim().replaceAll('/', '!').toLowerCase() : null;
}
