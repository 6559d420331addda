import { join } from 'node:path';
import { Failure } from '../failure.js';
import type { Manager } from './manager.js';
import { lineOf, majorOf } from './plan.js';
import { subjectOf } from './problems.js';
import { majorsIn, satisfies } from './range.js';
import { readScript } from './scripts.js';
import type { Survey, User } from './survey.js';

interface Finding {
  readonly users: readonly string[];
  readonly problem: string;
  readonly dependencies: Readonly<Record<string, readonly [range: string, version: string | null]>>;
}

/** Throws unless each user has maglev in its original line, or in the one of its range if that line is not accepted or unknown. */
export function assertSwapped(before: Survey, now: readonly User[]): void {
  const linesFor = linesIn(before);
  for (const user of now) {
    const { name, range, express, isPeer } = user;
    const had = linesFor(user);
    const lines = had ?? (isPeer ? undefined : majorsIn(range));
    const isRight = lines?.includes(majorOf(express.version)) ?? true;
    if (express.maglev === undefined || !isRight) {
      const got = `${express.maglev === undefined ? 'Express' : 'maglev for Express'} ${express.version}`;
      const isMoved = before.users.some((one) => one.name === name && one.line !== undefined);
      const line = `${isMoved ? 'needs' : 'had'} ${had?.join(', ') ?? 'none'}`;
      throw new Failure(`${name} would get ${got}; it depends on express ${range} and ${line}.`);
    }
  }
  const lost = before.users.find(({ name }) => !now.some((user) => user.name === name));
  if (lost !== undefined) throw new Failure(`${lost.name} would get no Express.`);
}

/**
 * The majors that a package is to have, by its path, or else by its name: pnpm moves packages when their dependencies change.
 * Its range comes first, because versions of one package may need different majors; the swap changes that of the project.
 * Undefined if it had none.
 */
function linesIn({ users, leftAlone }: Survey): (user: User) => readonly string[] | undefined {
  const lines = new Map<string, Set<string>>();
  const add = (key: string, line: string) => {
    if (!lines.has(key)) lines.set(key, new Set());
    lines.get(key)!.add(line);
  };
  const keysOf = ({ path, name, range }: User) => [
    `${range} at ${path}`,
    `${range} in ${name}`,
    `at ${path}`,
    name,
  ];
  for (const user of users) for (const key of keysOf(user)) add(key, lineOf(user));
  for (const { name, user, version } of leftAlone) if (name === 'express') add(user, majorOf(version));
  return (user) => {
    const found = keysOf(user).find((key) => lines.has(key));
    return found === undefined ? undefined : [...lines.get(found)!];
  };
}

/** Throws if a swap would replace something else that is installed under the name of Express. */
export function assertForksKept(before: Survey, now: Survey): void {
  const kept = new Set(now.leftAlone.map((one) => JSON.stringify(one)));
  const known = new Set(before.users.map(({ name }) => name));
  const replaced = new Set(now.users.map(({ name }) => name).filter((name) => !known.has(name)));
  const lost = before.leftAlone.find((one) => {
    return one.isFork && (!kept.has(JSON.stringify(one)) || replaced.has(one.user));
  });
  if (lost === undefined) return;
  throw new Failure(
    `${lost.user} would lose its express ${lost.version} (${lost.why}) to the replacement of another package's Express: install it under a name of its own first.`,
  );
}

/** Throws unless a small application runs on each copy of Express, loaded from each package that uses it. */
export async function assertWorking(manager: Manager, { users }: Survey): Promise<void> {
  const folders = users.map(({ path }) => join(manager.folder, path));
  const script = ['--input-type=commonjs', '-e', readScript('probe'), '--', JSON.stringify(folders)];
  const { stdout, stderr } = await manager.node(script);
  const findings = findingsIn(stdout);
  if (findings === null) throw new Failure('Express was installed, but does not run.', stdout + stderr);
  for (const { users: places, problem, dependencies } of findings) {
    if (problem === '') continue;
    const { name, express } = users[folders.indexOf(places[0]!)]!;
    const wrong = Object.entries(dependencies).find(([, [spec, version]]) => !isAccepted(spec, version));
    const got = wrong && ` It got ${wrong[0]} ${wrong[1][1] ?? '(none)'} and needs ${wrong[1][0]}.`;
    const why = problem.replace(/\.$/, '');
    throw new Failure(`express ${express.version} would not work in ${name}: ${why}.${got ?? ''}`);
  }
}

/** Throws if the package manager finds a problem that did not exist before. */
export async function assertClean(manager: Manager, before: readonly string[]): Promise<void> {
  const known = new Set(before.map(subjectOf));
  const problems = (await manager.problems()).filter((problem) => !known.has(subjectOf(problem)));
  if (problems.length === 0) return;
  throw new Failure(`${manager.name} would report: ${problems.slice(0, 3).join('; ')}.`, problems.join('\n'));
}

/** Parses the last line of the probe's output; packages may print other lines before it. */
function findingsIn(stdout: string): Finding[] | null {
  try {
    return JSON.parse(stdout.slice(stdout.lastIndexOf('\n') + 1));
  } catch {
    return null;
  }
}

function isAccepted(spec: string, version: string | null): boolean {
  const [, aliased] = /^npm:.+@(.+)$/.exec(spec) ?? [];
  return version !== null && satisfies(version, aliased ?? spec);
}
