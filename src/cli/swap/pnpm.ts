import { Failure } from '../failure.js';
import { readText } from './manager.js';
import { PNPM_WORKSPACE } from './paths.js';
import { type Edits, PackageJson, type Plan, replacementFor, selectorOf } from './plan.js';
import { majorsIn } from './range.js';
import type { User } from './survey.js';
import { type Entry, endingOf, type Section, sectionIn } from './yaml-section.js';

/** The first major that no longer reads settings in package.json. */
const WITHOUT_FIELD = 11;

/** Overrides for all packages, relative to the project: in package.json, or in pnpm-workspace.yaml since pnpm 11. */
export function editsForPnpm(plan: Plan): Edits {
  const { manager } = plan;
  const overrides = overridesOf(plan);
  const workspace = readText(manager.folder, PNPM_WORKSPACE) ?? '';
  if (manager.major >= WITHOUT_FIELD || sectionIn(workspace, SECTION) !== undefined) {
    return new Map([[PNPM_WORKSPACE, withOverrides(workspace, overrides)]]);
  }
  const manifest = new PackageJson(manager);
  const section = manifest.section('pnpm', 'overrides');
  for (const key of Object.keys(section)) if (isForExpress(key)) delete section[key];
  Object.assign(section, Object.fromEntries(overrides));
  return new Map([['package.json', String(manifest)]]);
}

type Override = readonly [key: string, spec: string];

/**
 * Keyed by the range of a dependency, so that a package that needs another major later gets it. If the range does not determine
 * the line (`*`, `>=4`, `catalog:`), by package as well.
 */
function overridesOf(plan: Plan): Override[] {
  const { users, replacements } = plan;
  const byRange = [...replacements.values()].map(
    ({ major, path }): Override => [`express@${major}`, `file:${path}`],
  );
  const byName = users
    .filter((user) => !isOfMajor(user.range, replacementFor(plan, user).major))
    .map((user): Override => [keyFor(user, plan), `file:${replacementFor(plan, user).path}`]);
  return [...new Map([...byRange, ...byName])];
}

/** The key of a package; only for ranges of its line, if pnpm can compare them: for the empty one, pnpm 12 cannot. */
function keyFor(user: User, plan: Plan): string {
  const { major } = replacementFor(plan, user);
  const isComparable = /^[^:]+$/.test(user.range) && majorsIn(user.range)?.includes(major);
  return `${selectorOf(user, plan)}>express${isComparable ? `@${major}` : ''}`;
}

/** Whether a range is a single range within one major, without `||` or other operators. */
function isOfMajor(range: string, major: string): boolean {
  return new RegExp(`^[~^=v]*${major}(\\.[\\w.]+)?$`).test(range);
}

function isForExpress(key: string): boolean {
  return /(^|>)express(@|$)/.test(key);
}

const SECTION = 'overrides';

/** pnpm-workspace.yaml or pnpm-lock.yaml with the overrides of Express in an earlier text instead of those of a swap. */
export function withOverridesOf(earlier: string, text: string): string {
  const section = sectionIn(text, SECTION);
  if (section === undefined) return text;
  const isReplacement = ({ value }: Entry) => value.startsWith('file:maglev-swap/');
  const replacements = section.entries.filter(isReplacement);
  const [first] = replacements;
  if (first === undefined) return text;
  const originals = linesOf(earlier).map((line) => first.indent + line + endingOf(text));
  const isEmpty = replacements.length === section.entries.length && originals.length === 0;
  return withLines(section, [...replacements, ...(isEmpty ? [headOf(section)] : [])], first.start, originals);
}

/** The lines of the overrides of Express, without their indentation and endings. */
function linesOf(text: string): string[] {
  const section = sectionIn(text, SECTION);
  const entries = section?.entries.filter(({ key }) => isForExpress(key)) ?? [];
  return entries.flatMap(({ indent, start, end }) => {
    return section!.lines.slice(start, end).map((line) => line.trimEnd().slice(indent.length));
  });
}

/** The text of the settings, with these overrides instead of earlier ones for Express. */
function withOverrides(text: string, overrides: readonly Override[]): string {
  const ending = endingOf(text);
  const section = sectionIn(text, SECTION);
  const indent = section?.entries[0]?.indent ?? '  ';
  const block = overrides.map(([key, spec]) => `${indent}${JSON.stringify(key)}: ${spec}${ending}`);
  if (section === undefined) return `${ended(text, ending)}${SECTION}:${ending}${block.join('')}`;
  if (!/^(\{\s*\}|~|null)?$/.test(section.value)) {
    throw new Failure(
      `The overrides in ${PNPM_WORKSPACE} are not one per line (${SECTION}: ${section.value}): write each on its own line first.`,
    );
  }
  const { entries, head } = section;
  const lines = section.lines.map((line, i) => {
    return i === head && section.value !== '' ? line.replace(` ${section.value}`, '') : line;
  });
  const dropped = entries.filter(({ key }) => isForExpress(key));
  return withLines({ ...section, lines }, dropped, entries.at(-1)?.end ?? head + 1, block);
}

interface Range {
  readonly start: number;
  readonly end: number;
}

function headOf({ head }: Section): Range {
  return { start: head, end: head + 1 };
}

/** The text with lines added before an index, and without some others. */
function withLines(
  { lines }: Section,
  dropped: readonly Range[],
  at: number,
  added: readonly string[],
): string {
  const isDropped = (i: number) => dropped.some(({ start, end }) => i >= start && i < end);
  const left = (from: number, to?: number) => {
    return lines.slice(from, to).filter((_, i) => !isDropped(from + i));
  };
  const before = left(0, at).join('');
  return [added.length > 0 ? ended(before, endingOf(before)) : before, ...added, ...left(at)].join('');
}

/** A text whose last line has an ending. */
function ended(text: string, ending: string): string {
  return text === '' || text.endsWith('\n') ? text : text + ending;
}
