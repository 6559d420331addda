import { Failure } from '../failure.js';
import { readText } from './manager.js';
import { type Edits, majorOf, PackageJson, type Plan, type StandIn, selectorOf, standInFor } from './plan.js';
import { satisfies } from './range.js';
import type { User } from './survey.js';

interface Locked {
  version?: string;
  link?: boolean;
  [field: string]: unknown;
}

const EXPRESS = /(?:^|\/)node_modules\/express$/;
const SECTIONS = ['dependencies', 'devDependencies', 'optionalDependencies'];

/**
 * The stand-in of one line becomes a dependency of the project, so that it lies on top. Packages whose ranges it is not in
 * get it by an override with its version. Those of other lines get theirs by an override with its path, which npm finds
 * where the lock already says so: it would look for it from within the dependant.
 */
export function editsForNpm(plan: Plan): Edits {
  const { manager, users } = plan;
  const manifest = new PackageJson(manager);
  const main = mainStandIn(plan);
  depend(manifest, main);
  // It would be in conflict with the dependency.
  delete manifest.data.overrides?.express;
  const edits = new Map<string, string>();
  for (const user of users) {
    const standIn = standInFor(plan, user);
    if (user.kind === 'project' || (standIn === main && satisfies(standIn.version, user.range))) continue;
    if (user.kind === 'package') {
      override(manifest, user, plan, main);
    } else {
      // Overrides are not for these.
      const file = `${user.path}/package.json`;
      const workspace = new PackageJson(manager, file);
      depend(workspace, standIn, '../'.repeat(user.path.split('/').length));
      edits.set(file, String(workspace));
    }
  }
  edits.set('package.json', String(manifest));
  for (const file of manager.locks) {
    const lock = readText(manager.folder, file);
    if (lock !== undefined) edits.set(file, editLock(file, lock, plan, main));
  }
  return edits;
}

/** That of the project, or else of most of its packages. */
function mainStandIn(plan: Plan): StandIn {
  const project = plan.users.find(({ kind }) => kind === 'project');
  if (project !== undefined) return standInFor(plan, project);
  const count = (one: StandIn) => plan.users.filter((user) => standInFor(plan, user) === one).length;
  return [...plan.standIns.values()].reduce((most, one) => (count(one) > count(most) ? one : most));
}

/** `up` leads from the folder of the manifest to that of the project. */
function depend(manifest: PackageJson, { path }: StandIn, up = ''): void {
  const isLibrary = manifest.data.peerDependencies?.express !== undefined;
  const otherwise = isLibrary ? 'devDependencies' : 'dependencies';
  const section = SECTIONS.find((name) => manifest.data[name]?.express !== undefined) ?? otherwise;
  manifest.section(section).express = `file:${up}${path}`;
}

function override(manifest: PackageJson, user: User, plan: Plan, main: StandIn): void {
  const standIn = standInFor(plan, user);
  const key = selectorOf(user, plan);
  const overrides = manifest.section('overrides');
  if (typeof overrides[key] === 'string') overrides[key] = { '.': overrides[key] };
  manifest.section('overrides', key).express = standIn === main ? standIn.version : `file:${standIn.path}`;
}

function editLock(file: string, text: string, plan: Plan, main: StandIn): string {
  const lock = JSON.parse(text);
  if (lock.packages === undefined) {
    throw new Failure(`${file} is in the format of npm 6: run "npm install" with a later one first.`);
  }
  const packages: Record<string, Locked> = lock.packages;
  for (const [path, { version, link, dev, optional, devOptional }] of Object.entries(packages)) {
    if (!EXPRESS.test(path) || link || version === undefined) continue;
    const standIn = plan.standIns.get(majorOf(version));
    if (standIn === undefined) continue;
    if (standIn === main && path !== 'node_modules/express') {
      for (const inner of Object.keys(packages)) {
        if (inner === path || inner.startsWith(`${path}/`)) delete packages[inner];
      }
    } else {
      packages[path] = { ...lockedStandIn(standIn), ...flags({ dev, optional, devOptional }) };
    }
  }
  const indent = /^[\t ]+(?=")/m.exec(text)?.[0] ?? '  ';
  return `${JSON.stringify(lock, null, indent)}\n`;
}

function lockedStandIn({ version, path, integrity, manifest }: StandIn): Locked {
  const { license, dependencies, engines } = manifest;
  return { version, resolved: `file:${path}`, integrity, license, dependencies, engines };
}

function flags(given: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}
