import { Failure } from '../failure.js';
import { textIn } from './disk.js';
import { parseJson } from './json.js';
import { type Manager, readText } from './manager.js';
import { overridesOf } from './overrides.js';
import { PNPM_WORKSPACE } from './paths.js';
import { majorOf } from './plan.js';
import { majorsIn } from './range.js';
import type { SwapRecord } from './record.js';
import type { Survey, User } from './survey.js';
import { sectionIn } from './yaml-section.js';

const YARN_SETTINGS = '.yarnrc.yml';
const PNPM_HOOKS = ['.pnpmfile.cjs', '.pnpmfile.mjs'];

type Project = Pick<Manager, 'name' | 'folder'>;
type Original = Pick<SwapRecord, 'textBefore'>;

/**
 * The survey, with the major of each package that has maglev of a major that its range does not accept: an earlier swap has
 * pinned it, and since then it was updated, or a user has changed package.json.
 */
export function withLines(project: Project, record: Original | null, survey: Survey): Survey {
  const users = survey.users.map((user) => {
    const line = lineFor(project, record, user);
    return line === undefined ? user : { ...user, line };
  });
  return { ...survey, users };
}

function lineFor(project: Project, record: Original | null, user: User): string | undefined {
  const { name, range, express, isPeer, kind } = user;
  // What a peer gets depends on its dependants. npm pins only packages, and may nest a workspace below another Express.
  if (express.maglev === undefined || isPeer || (project.name === 'npm' && kind !== 'package'))
    return undefined;
  const declared = inCatalog(project, range) ?? range;
  const majors = majorsIn(declared);
  if (majors === undefined || majors.includes(majorOf(express.version))) return undefined;
  if (isOverridden(project, record, name) || (kind === 'package' && hasAlteredManifests(project.folder))) {
    return undefined;
  }
  const line = majors.at(-1);
  if (line !== undefined) return line;
  throw new Failure(
    `${name} depends on express ${declared}, of which maglev supports no major, but has maglev for Express ${express.version}. Nothing was changed: run "maglev swap --undo", which installs Express ${declared} there, and then maglev swap again for the other packages.`,
  );
}

/** Whether a project chose the Express of a package itself before it was swapped, whatever the range of the package. */
function isOverridden({ name: manager, folder }: Project, record: Original | null, user: string): boolean {
  const texts = new Map(
    ['package.json', PNPM_WORKSPACE].map((file) => {
      return [file, record === null ? readText(folder, file) : record.textBefore(file)];
    }),
  );
  return overridesOf(manager, texts).some(({ name, below, spec }) => {
    const isOfUser = below.length === 0 || below.includes(user);
    return name === 'express' && isOfUser && !spec.includes('maglev-swap/');
  });
}

/** Whether settings of the package manager may change what packages depend on, which their package.json does not show. */
export function hasAlteredManifests(folder: string): boolean {
  const { pnpm } = (parseJson(textIn(folder, 'package.json') || '{}', 'package.json') ?? {}) as Record<
    string,
    any
  >;
  const extensions = [PNPM_WORKSPACE, YARN_SETTINGS].map((file) => {
    return linesOf(textIn(folder, file), 'packageExtensions').join('');
  });
  const hooks = PNPM_HOOKS.map((file) => textIn(folder, file));
  const settings = [JSON.stringify(pnpm?.packageExtensions ?? {}), ...extensions, ...hooks];
  return settings.some((text) => /\bexpress\b/.test(text));
}

/** The range of Express that `catalog:` or `catalog:name` means; undefined if it is not found. */
function inCatalog({ name, folder }: Project, range: string): string | undefined {
  const [, catalog] = /^catalog:(.*)$/.exec(range) ?? [];
  if (catalog === undefined) return undefined;
  const text = textIn(folder, name === 'yarn' ? YARN_SETTINGS : PNPM_WORKSPACE);
  const named = linesBelow(linesOf(text, 'catalogs'), catalog || 'default');
  const lines = catalog === '' || catalog === 'default' ? [...linesOf(text, 'catalog'), ...named] : named;
  for (const line of lines) {
    const [, , , found] =
      /^\s*(["']?)express\1\s*:\s*(["']?)([^"'#]+?)\2\s*(#.*)?$/.exec(line.trimEnd()) ?? [];
    if (found !== undefined) return found;
  }
  return undefined;
}

function linesOf(text: string, section: string): string[] {
  const found = sectionIn(text, section);
  return found?.entries.flatMap(({ start, end }) => found.lines.slice(start, end)) ?? [];
}

/** The lines that are nested in the entry with a name. */
function linesBelow(lines: readonly string[], name: string): string[] {
  const [indent] = /^\s*/.exec(lines[0] ?? '')!;
  const text = lines.map((line) => line.slice(indent.length)).join('');
  return linesOf(text, name);
}
