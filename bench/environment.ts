/** Where and of what the figures are: without it a table is worth little. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { folderOf } from './peers.js';
import { ROOT } from './places.js';
import { cores } from './shared.js';

export interface Environment {
  readonly processor: string;
  readonly source: string;
  /** Who sends the requests that are the same each time; all others are sent by a client of our own. */
  readonly load: 'autocannon' | 'own';
  readonly date: string;
  /** What was typed. */
  readonly command: string;
}

/** The version of a Node, by its binary. */
export function versionOf(node: string): string {
  return run(node, ['--version']);
}

export function environment(): Environment {
  return {
    processor: `${cpus()[0]!.model.trim()}, ${availableParallelism()} cores${cores.server ? ', server and load pinned' : ''}`,
    // In the package there is no repository, and one further up is somebody else's.
    source: existsSync(`${ROOT}.git`) ? `commit ${commit()}` : `maglev ${version()}`,
    load: folderOf('autocannon') ? 'autocannon' : 'own',
    date: new Date().toISOString().slice(0, 10),
    command: command(),
  };
}

/** npm tells a script its name. */
function command(): string {
  const script = process.env.npm_lifecycle_event;
  const typed = process.argv.slice(2);
  return [
    script ? `npm run ${script}` : 'maglev bench',
    ...(script && typed.length > 0 ? ['--'] : []),
    ...typed,
  ].join(' ');
}

/** The commit, and whether anything was changed since. */
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
