import { type Edits, PackageJson, type Plan, replacementFor } from './plan.js';

const SECTIONS = ['dependencies', 'devDependencies', 'optionalDependencies'];

/** Resolutions, relative to the project. Yarn 1 matches packages by their dependants, later versions by the range. */
export function editsForYarn(plan: Plan): Edits {
  const manifest = new PackageJson(plan.manager);
  const resolutions = manifest.section('resolutions');
  for (const key of Object.keys(resolutions)) {
    if (/(^|\/)express(@|$)/.test(key)) delete resolutions[key];
  }
  const [first] = plan.replacements.values();
  // Only ranges leave an Express alone that is not from a registry.
  if (plan.replacements.size === 1 && !(plan.manager.isBerry && plan.hasForks)) {
    resolutions[plan.manager.isBerry ? 'express' : '**/express'] = `file:./${first!.path}`;
  } else {
    for (const user of plan.users) {
      const key = plan.manager.isBerry ? `express@${descriptorOf(user.range)}` : `**/${user.name}/express`;
      if (user.kind !== 'project' || plan.manager.isBerry) {
        resolutions[key] = `file:./${replacementFor(plan, user).path}`;
      }
    }
  }
  if (!plan.manager.isBerry) dependOnPath(manifest, plan);
  return new Map([['package.json', String(manifest)]]);
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
