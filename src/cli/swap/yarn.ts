import { hasAlteredManifests } from './lines.js';
import { type Edits, PackageJson, type Plan, replacementFor } from './plan.js';
import type { User } from './survey.js';

const SECTIONS = ['dependencies', 'devDependencies', 'optionalDependencies'];

/**
 * Resolutions, relative to the project. Yarn 1 matches packages by their dependants, later versions by the range, so that a
 * package that is added later gets the Express of its range.
 */
export function editsForYarn(plan: Plan): Edits {
  const manifest = new PackageJson(plan.manager);
  const resolutions = manifest.section('resolutions');
  for (const key of Object.keys(resolutions)) {
    if (/(^|\/)express(@|$)/.test(key)) delete resolutions[key];
  }
  const keyOf = plan.manager.isBerry ? keyForBerry(plan) : keyForYarn1;
  for (const user of plan.users) {
    // Yarn does not install peers.
    const key = user.isPeer ? undefined : keyOf(user);
    if (key !== undefined) resolutions[key] = `file:./${replacementFor(plan, user).path}`;
  }
  if (!plan.manager.isBerry) dependOnPath(manifest, plan);
  return new Map([['package.json', String(manifest)]]);
}

/** Settings may have changed the range of a package. */
function keyForBerry({ manager }: Plan): (user: User) => string {
  const isAltered = hasAlteredManifests(manager.folder);
  return ({ name, kind, range }) => {
    return isAltered && kind === 'package' ? `${name}/express` : `express@${descriptorOf(range)}`;
  };
}

function keyForYarn1({ name, kind }: User): string | undefined {
  return kind === 'project' ? undefined : `**/${name}/express`;
}

/** A range as yarn 2 and later write it: with a protocol, which npm ranges omit and `catalog:` includes. */
function descriptorOf(range: string): string {
  return range.includes(':') ? range : `npm:${range}`;
}

/** Yarn 1 does not apply resolutions to the dependencies of the project itself. */
function dependOnPath(manifest: PackageJson, plan: Plan): void {
  const project = plan.users.find(({ kind }) => kind === 'project');
  const section = SECTIONS.find((name) => manifest.data[name]?.express !== undefined);
  if (project === undefined || section === undefined) return;
  manifest.data[section].express = `file:./${replacementFor(plan, project).path}`;
}
