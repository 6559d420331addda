import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../failure.js';
import { LOCKS, MANAGERS, type ManagerName, ownLocksIn } from './locks.js';
import { readManifest } from './survey.js';

const ACCEPTED = 'maglev swap works with npm, pnpm and yarn';
/** The lockfiles of other package managers. */
const OTHERS: Readonly<Record<string, string>> = {
  'bun.lock': 'bun',
  'bun.lockb': 'bun',
  'deno.lock': 'deno',
};

/**
 * The package manager that `package.json` names, or whose lockfile exists, or that started the command, as `agent` says.
 * Throws if it is another one, or if it is not clear.
 */
export function managerFor(folder: string, agent: string): ManagerName {
  const [started = ''] = agent.split('/');
  return named(folder) ?? locked(folder, started) ?? startedBy(started);
}

function named(folder: string): ManagerName | undefined {
  const { packageManager } = readManifest(folder);
  if (typeof packageManager !== 'string') return undefined;
  const name = MANAGERS.find((one) => one === packageManager.split('@')[0]);
  if (name === undefined)
    throw new Failure(`package.json names the package manager "${packageManager}": ${ACCEPTED}.`);
  return name;
}

function locked(folder: string, started: string): ManagerName | undefined {
  const isThere = (file: string) => existsSync(join(folder, file));
  const found = MANAGERS.map((name) => [name, ownLocksIn(name, folder, null).filter(isThere)] as const);
  const names = found.filter(([, files]) => files.length > 0).map(([name]) => name);
  const other = Object.keys(OTHERS).find(isThere);
  if (names.length === 0 && other !== undefined) {
    const accepted = LOCKS.map(([file]) => file).join(', ');
    throw new Failure(
      `The lockfile here is ${other}, of ${OTHERS[other]}: ${ACCEPTED}, and finds none of their lockfiles (${accepted}).`,
    );
  }
  if (names.length < 2) return names[0];
  const one = names.find((name) => name === started);
  if (one !== undefined) return one;
  const files = found.flatMap(([, files]) => files).join(' and ');
  throw new Failure(
    `There are lockfiles of ${names.join(' and ')} here (${files}): start maglev swap with the one that installs this project (${names.map((name) => STARTS[name]).join(', ')}), or name it in "packageManager" of package.json.`,
  );
}

/** How each of them starts the command. */
const STARTS: Readonly<Record<ManagerName, string>> = {
  npm: 'npx maglev swap',
  pnpm: 'pnpm exec maglev swap',
  yarn: 'yarn maglev swap',
};

function startedBy(started: string): ManagerName {
  if (Object.values(OTHERS).includes(started)) {
    throw new Failure(`There is no lockfile here, and ${started} started the command: ${ACCEPTED}.`);
  }
  return MANAGERS.find((name) => name === started) ?? 'npm';
}
