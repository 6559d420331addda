import { changesBetween } from './express-changes.js';
import { HOME } from './home.js';
import type { Override } from './overrides.js';
import type { LeftAlone, Survey, User } from './survey.js';
import type { Swapped } from './swap.js';
import type { Undone } from './undo.js';

/** The page that lists the differences between releases of one line. */
const PAGE = 'docs/swapping-in.md#older-releases-of-the-same-major';

/** The lines that report a swap. */
export function reportSwap({
  isNew,
  before,
  after,
  files,
  ignored,
  written,
  ineffective,
  removed,
  others,
}: Swapped): string[] {
  const head = isNew ? [] : ['Every package in this project that uses Express already uses maglev.'];
  const lines = [...head, ...providedLines(after.users), ...leftLines(after.leftAlone)];
  if (!isNew) return [...lines, ...writtenLines(written), ...ignoredLines(ignored)];
  return [
    ...lines,
    ...versionLines(before, after),
    ...grouped(others, ({ text }) => text),
    ...ineffective.map(ineffectiveLine),
    ...removed.map(removedLine),
    '',
    `Changed: ${files.join(', ')}. Added: ${HOME}/, which is now part of the project: commit it.`,
    'Undo with "maglev swap --undo". Run "maglev swap" again after adding packages that use Express.',
    ...ignoredLines(ignored),
  ];
}

export function reportUndo({ after }: Undone): string[] {
  return grouped(after.users, ({ express }) => `express ${express.version} restored`);
}

function providedLines(users: readonly User[]): string[] {
  return grouped(users, ({ express }) => {
    return `express ${express.version} is now provided by maglev ${express.maglev}`;
  });
}

function leftLines(left: readonly LeftAlone[]): string[] {
  return [
    ...new Set(
      left.map(({ name, version, why, user }) => `Not replaced: ${name} ${version} (${why}) in: ${user}`),
    ),
  ];
}

function ineffectiveLine({ where, spec, name }: Override): string {
  return `${where} (${spec}) no longer has an effect on Express: maglev contains its own ${name}.`;
}

function removedLine({ where, spec }: Override): string {
  return `${where} (${spec}) was removed, because npm cannot apply it to several copies of Express: "maglev swap --undo" restores it.`;
}

function writtenLines(written: readonly string[]): string[] {
  return written.length === 0 ? [] : [`Lost or changed, and written again: ${written.join(', ')}.`];
}

function ignoredLines(ignored: readonly string[]): string[] {
  if (ignored.length === 0) return [];
  const fix = `add the line !${HOME}/*.tgz to .gitignore in this folder, or run "git add -f ${HOME}"`;
  return [`git ignores ${ignored.join(', ')}, without which clones cannot be installed: ${fix}.`];
}

/** Versions that have changed, and what the releases between them changed. */
function versionLines(before: Survey, after: Survey): string[] {
  const now = new Map(after.users.map(({ path, express }) => [path, express.version]));
  return describeVersions(before.users, ({ path }) => now.get(path), 'became');
}

/** A line for each installed version of Express that is replaced by another version. */
export function describeVersions(
  users: readonly User[],
  versionOf: (user: User) => string | undefined,
  verb: string,
): string[] {
  const changed = users.filter((user) => {
    const version = versionOf(user);
    return user.express.maglev === undefined && version !== undefined && version !== user.express.version;
  });
  const lines = grouped(changed, (user) => `express ${user.express.version} ${verb} ${versionOf(user)}`);
  return lines.map((line) => {
    const [from = '', to = ''] = line.match(/\d\S*/g) ?? [];
    const changes = changesBetween(from, to);
    return changes.length === 0
      ? line
      : `${line}. Express has changed ${changes.join(', and ')}: see ${PAGE}`;
  });
}

/** A line for each text, with the names of the users that share it. */
function grouped<T extends { readonly name: string }>(
  users: readonly T[],
  textOf: (user: T) => string,
): string[] {
  const names = new Map<string, Set<string>>();
  for (const user of users) {
    const text = textOf(user);
    if (!names.has(text)) names.set(text, new Set());
    names.get(text)!.add(user.name);
  }
  return [...names].sort().map(([text, those]) => `${text} in: ${[...those].join(', ')}`);
}
