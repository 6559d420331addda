import { Failure } from '../failure.js';
import { HOME } from './home.js';
import { formatJson, parseJson } from './json.js';
import { readText } from './manager.js';
import { editLock, packagesOf } from './npm-lock.js';
import { type Edits, PackageJson, type Plan, type Replacement, replacementFor, selectorOf } from './plan.js';
import { satisfies } from './range.js';
import type { User } from './survey.js';

const TOP = 'node_modules/express';
const SECTIONS = ['dependencies', 'devDependencies', 'optionalDependencies'];

/**
 * The replacement of one line, the main one, becomes a dependency of the project, so that it is installed at the top level.
 * Workspaces that cannot use it depend on their own replacement. All other packages get theirs from the lockfile, which lists
 * it with the version of an Express that they accept. A package that accepts no such version gets an override with the
 * version. An override with the path of the tarball would be resolved relative to the package, or to its peers.
 */
export function editsForNpm(plan: Plan): Edits {
  const { manager, users } = plan;
  const main = mainReplacement(plan);
  const edits = new Map<string, string>();
  const manifest = new PackageJson(manager);
  assertReplaced(manifest, users);
  depend(manifest, main);
  overrideVersions(manifest, plan, main);
  for (const user of users) {
    if (user.kind !== 'workspace' || hasMain(user, plan, main)) continue;
    const file = `${user.path}/package.json`;
    const workspace = new PackageJson(manager, file);
    depend(workspace, replacementFor(plan, user), '../'.repeat(user.path.split('/').length));
    edits.set(file, String(workspace));
  }
  edits.set('package.json', String(manifest));
  for (const file of manager.locks) {
    const lock = readText(manager.folder, file);
    if (lock !== undefined) edits.set(file, editLock(file, lock, plan, main));
  }
  return edits;
}

/**
 * A lockfile that has an Express in each package that is to have another major than the one it has: npm would look for a tarball
 * that is not in the lockfile below the package.
 */
export function withCopies(file: string, text: string, plan: Plan): string {
  const moved = plan.users.filter(({ line }) => line !== undefined);
  if (moved.length === 0) return text;
  const copies = moved.map((user) => {
    return [`${user.path}/${TOP}`, { version: replacementFor(plan, user).version }] as const;
  });
  const packages = { ...packagesOf(file, text), ...Object.fromEntries(copies) };
  return formatJson({ ...(parseJson(text, file) as object), packages }, text);
}

/** The replacement for the project, or for the Express at the top level, or else for most users. */
export function mainReplacement(plan: Plan): Replacement {
  const { users, replacements } = plan;
  const first =
    users.find(({ kind }) => kind === 'project') ?? users.find(({ express }) => express.path === TOP);
  if (first !== undefined) return replacementFor(plan, first);
  const count = (one: Replacement) => users.filter((user) => replacementFor(plan, user) === one).length;
  return [...replacements.values()].reduce((most, one) => (count(one) > count(most) ? one : most));
}

/** Throws if the project depends on an Express that is not replaced, such as a fork: the line would be overwritten. */
function assertReplaced({ data }: PackageJson, users: readonly User[]): void {
  if (users.some(({ kind }) => kind === 'project')) return;
  const spec = SECTIONS.map((name) => data[name]?.express).find((one) => one !== undefined);
  if (spec === undefined || String(spec).includes(`${HOME}/`)) return;
  throw new Failure(
    `package.json depends on express ${spec}, which is not replaced, but npm needs that line for the replacement of other packages' Express: install yours under a name of its own first.`,
  );
}

/** Whether a workspace keeps using the top-level replacement. */
function hasMain(user: User, plan: Plan, main: Replacement): boolean {
  const replacement = replacementFor(plan, user);
  return replacement === main && user.express.path === TOP && satisfies(replacement.version, user.range);
}

/** `up` is the path from the manifest's folder to the project's. */
function depend(manifest: PackageJson, { path }: Replacement, up = ''): void {
  const isLibrary = manifest.data.peerDependencies?.express !== undefined;
  const otherwise = isLibrary ? 'devDependencies' : 'dependencies';
  const section = SECTIONS.find((name) => manifest.data[name]?.express !== undefined) ?? otherwise;
  manifest.section(section).express = `file:${up}${path}`;
}

/**
 * An override of a package also applies to all of its dependencies. So if one package needs an override and there are several
 * lines, or if the project already overrides Express, each package gets its own.
 */
function overrideVersions(manifest: PackageJson, plan: Plan, main: Replacement): void {
  const packages = plan.users.filter(({ kind }) => kind === 'package');
  const isNeeded = (user: User) => !satisfies(replacementFor(plan, user).version, user.range);
  const isForAll = dropOverrides(manifest.data.overrides, hasOneCopy(plan)) || plan.replacements.size > 1;
  for (const user of packages) {
    if (!isForAll && !isNeeded(user)) continue;
    const key = selectorOf(user, plan);
    const overrides = manifest.section('overrides');
    if (typeof overrides[key] === 'string') overrides[key] = { '.': overrides[key] };
    const replacement = replacementFor(plan, user);
    const spec = replacement === main ? replacement.version : `file:${replacement.path}`;
    const own = manifest.section('overrides', key);
    // Overrides below Express stay: some of its dependencies are those of the replacement.
    own.express = typeof own.express === 'object' ? { '.': spec, ...own.express } : spec;
  }
  if (manifest.data.overrides && Object.keys(manifest.data.overrides).length === 0) {
    delete manifest.data.overrides;
  }
}

/** Whether all packages share one Express, whose dependencies npm resolves again. Others are grafted as they are. */
function hasOneCopy({ users, replacements }: Plan): boolean {
  return replacements.size === 1 && users.every(({ kind }) => kind !== 'workspace');
}

/** Removes a project's overrides of Express, and those below it unless they can be kept; returns whether there were any. */
function dropOverrides(overrides: unknown, keepsBelow: boolean): boolean {
  if (typeof overrides !== 'object' || overrides === null) return false;
  const entries = overrides as Record<string, unknown>;
  let dropped = false;
  for (const [key, value] of Object.entries(entries)) {
    const isOfExpress = /^express(@|$)/.test(key);
    const isKept = isOfExpress && keepsBelow && typeof value === 'object' && value !== null;
    if (isKept && Object.hasOwn(value, '.')) dropped = true;
    if (isKept) delete (value as Record<string, unknown>)['.'];
    else if (isOfExpress) dropped = delete entries[key];
    else if (dropOverrides(value, keepsBelow)) dropped = true;
    if (dropped && isEmpty(entries[key])) delete entries[key];
  }
  return dropped;
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}
