import { changesBetween } from './express-changes.js';
import { HOME } from './record.js';
import type { LeftAlone, Survey, User } from './survey.js';
import type { Swapped } from './swap.js';
import type { Undone } from './undo.js';

/** Where the differences between releases of one line are listed. */
const PAGE = 'docs/differences.md#releases-of-one-line';

/** The lines that tell what a swap has done. */
export function reportSwap({ isNew, before, after, files }: Swapped): string[] {
  const head = isNew ? [] : ['Every package here that uses Express has maglev already.'];
  const lines = [...head, ...providedLines(after.users), ...leftLines(after.leftAlone)];
  if (!isNew) return lines;
  return [
    ...lines,
    ...versionLines(before, after),
    '',
    `Changed: ${files.join(', ')}. Added: ${HOME}/, which belongs to the project from now on: commit it.`,
    'Undo with "maglev swap --undo". Run "maglev swap" again after adding packages that use Express.',
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
      left.map(({ name, version, why, user }) => `Left alone: ${name} ${version} (${why}) in: ${user}`),
    ),
  ];
}

/** Versions that have become others, and whether the releases between them have changed what is sent. */
function versionLines(before: Survey, after: Survey): string[] {
  const now = new Map(after.users.map(({ path, express }) => [path, express.version]));
  const others = new Map<string, string[]>();
  for (const { name, path, express } of before.users) {
    const version = now.get(path) ?? now.get('') ?? '';
    if (express.maglev !== undefined || express.version === version) continue;
    const change = `express ${express.version} became ${version}`;
    others.set(change, [...(others.get(change) ?? []), name]);
  }
  return [...others].flatMap(([change, names]) => {
    const [from = '', to = ''] = change.match(/\d\S*/g) ?? [];
    const changes = changesBetween(from, to);
    const known = changes.length === 0 ? '' : ` Different since then: ${changes.join(', ')}; see ${PAGE}.`;
    return [`${change} in: ${[...new Set(names)].join(', ')}.${known}`];
  });
}

/** A line for each text, with the names of the users for which it is the same. */
function grouped(users: readonly User[], textOf: (user: User) => string): string[] {
  const names = new Map<string, Set<string>>();
  for (const user of users) {
    const text = textOf(user);
    if (!names.has(text)) names.set(text, new Set());
    names.get(text)!.add(user.name);
  }
  return [...names].sort().map(([text, those]) => `${text} in: ${[...those].join(', ')}`);
}
