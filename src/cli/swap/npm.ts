import { readText } from './manager.js';
import { editLock } from './npm-lock.js';
import { type Edits, PackageJson, type Plan, type StandIn, selectorOf, standInFor } from './plan.js';
import { satisfies } from './range.js';
import type { User } from './survey.js';

const TOP = 'node_modules/express';
const SECTIONS = ['dependencies', 'devDependencies', 'optionalDependencies'];

/**
 * The replacement of one line, the main one, becomes a dependency of the project, so that it is on top. Workspaces that cannot
 * use that one depend on theirs. All other packages get theirs from the lockfile, where it has the version of an Express that
 * they accept; a package that accepts no such version has an override with the version. An override with the path of the
 * tarball would be looked for from within the package, or from within its peers.
 */
export function editsForNpm(plan: Plan): Edits {
  const { manager, users } = plan;
  const main = mainStandIn(plan);
  const edits = new Map<string, string>();
  const manifest = new PackageJson(manager);
  depend(manifest, main);
  overrideVersions(manifest, plan, main);
  for (const user of users) {
    if (user.kind !== 'workspace' || hasMain(user, plan, main)) continue;
    const file = `${user.path}/package.json`;
    const workspace = new PackageJson(manager, file);
    depend(workspace, standInFor(plan, user), '../'.repeat(user.path.split('/').length));
    edits.set(file, String(workspace));
  }
  edits.set('package.json', String(manifest));
  for (const file of manager.locks) {
    const lock = readText(manager.folder, file);
    if (lock !== undefined) edits.set(file, editLock(file, lock, plan, main));
  }
  return edits;
}

/** That of the project, or of what is on top already, or else of most users. */
export function mainStandIn(plan: Plan): StandIn {
  const { users, standIns } = plan;
  const first =
    users.find(({ kind }) => kind === 'project') ?? users.find(({ express }) => express.path === TOP);
  if (first !== undefined) return standInFor(plan, first);
  const count = (one: StandIn) => users.filter((user) => standInFor(plan, user) === one).length;
  return [...standIns.values()].reduce((most, one) => (count(one) > count(most) ? one : most));
}

/** Whether a workspace goes on to use what is on top. */
function hasMain(user: User, plan: Plan, main: StandIn): boolean {
  const standIn = standInFor(plan, user);
  return standIn === main && user.express.path === TOP && satisfies(standIn.version, user.range);
}

/** `up` leads from the folder of the manifest to that of the project. */
function depend(manifest: PackageJson, { path }: StandIn, up = ''): void {
  const isLibrary = manifest.data.peerDependencies?.express !== undefined;
  const otherwise = isLibrary ? 'devDependencies' : 'dependencies';
  const section = SECTIONS.find((name) => manifest.data[name]?.express !== undefined) ?? otherwise;
  manifest.section(section).express = `file:${up}${path}`;
}

/**
 * An override of a package is one of all that it depends on, too. So if one package needs an override and there are several
 * lines, or if the project has overrides for Express already, all packages get their own.
 */
function overrideVersions(manifest: PackageJson, plan: Plan, main: StandIn): void {
  const packages = plan.users.filter(({ kind }) => kind === 'package');
  const isNeeded = (user: User) => !satisfies(standInFor(plan, user).version, user.range);
  const isForAll = dropOverrides(manifest.data.overrides) || plan.standIns.size > 1;
  for (const user of packages) {
    if (!isForAll && !isNeeded(user)) continue;
    const key = selectorOf(user, plan);
    const overrides = manifest.section('overrides');
    if (typeof overrides[key] === 'string') overrides[key] = { '.': overrides[key] };
    const standIn = standInFor(plan, user);
    manifest.section('overrides', key).express = standIn === main ? standIn.version : `file:${standIn.path}`;
  }
  if (manifest.data.overrides && Object.keys(manifest.data.overrides).length === 0) {
    delete manifest.data.overrides;
  }
}

/** Removes what a project overrides of Express; returns whether there was any. */
function dropOverrides(overrides: unknown): boolean {
  if (typeof overrides !== 'object' || overrides === null) return false;
  let dropped = false;
  for (const [key, value] of Object.entries(overrides)) {
    if (/^express(@|$)/.test(key)) {
      delete (overrides as Record<string, unknown>)[key];
      dropped = true;
    } else if (dropOverrides(value)) {
      dropped = true;
      if (Object.keys(value).length === 0) delete (overrides as Record<string, unknown>)[key];
    }
  }
  return dropped;
}
