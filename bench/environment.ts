/** Where figures were measured, and of which version. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { folderOf } from './peers.js';
import { ROOT } from './places.js';
import { cores } from './shared.js';

export interface Environment {
  readonly processor: string;
  readonly source: string;
  /** The client for requests that are the same each time; all other requests are sent by our own client. */
  readonly load: 'autocannon' | 'own';
  readonly date: string;
  /** The command line. */
  readonly command: string;
}

/** The version of a Node, by its binary. */
export function versionOf(node: string): string {
  return run(node, ['--version']);
}

export function environment(): Environment {
  return {
    processor: `${cpus()[0]!.model.trim()}, ${availableParallelism()} cores${cores.server ? ', server and load pinned' : ''}`,
    // The installed package is not in its own repository: a repository further up belongs to the user.
    source: existsSync(`${ROOT}.git`) ? `commit ${commit()}` : `maglev ${version()}`,
    load: folderOf('autocannon') ? 'autocannon' : 'own',
    date: new Date().toISOString().slice(0, 10),
    command: command(),
  };
}

/** npm sets the name of the script. */
function command(): string {
  const script = process.env.npm_lifecycle_event;
  const args = process.argv.slice(2);
  return [
    script ? `npm run ${script}` : 'maglev bench',
    ...(script && args.length > 0 ? ['--'] : []),
    ...args,
  ].join(' ');
}

/** The commit, and whether the tree has uncommitted changes. */
export function commit(): string {
  try {
    const changed = run('git', ['status', '--porcelain', '--untracked-files=no']) !== '';
    return run('git', ['rev-parse', '--short', 'HEAD']) + (changed ? ' with changes' : '');
  } catch {
    return 'unknown';
  }
}

function version(): string {
  return JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8')).version;
}

function run(file: string, args: readonly string[]): string {
  return execFileSync(file, args, {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();
}
