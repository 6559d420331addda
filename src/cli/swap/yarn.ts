import { type Edits, PackageJson, type Plan, standInFor } from './plan.js';

const SECTIONS = ['dependencies', 'devDependencies', 'optionalDependencies'];

/** Resolutions, which yarn finds from the project. Yarn 1 knows packages by their dependants there, later ones by the range. */
export function editsForYarn(plan: Plan): Edits {
  const manifest = new PackageJson(plan.manager);
  const resolutions = manifest.section('resolutions');
  for (const key of Object.keys(resolutions)) {
    if (/(^|\/)express(@|$)/.test(key)) delete resolutions[key];
  }
  const [first] = plan.standIns.values();
  if (plan.standIns.size === 1) {
    resolutions[plan.manager.isBerry ? 'express' : '**/express'] = `file:./${first!.path}`;
  } else {
    for (const user of plan.users) {
      const key = plan.manager.isBerry ? `express@${descriptorOf(user.range)}` : `**/${user.name}/express`;
      if (user.kind !== 'project' || plan.manager.isBerry) {
        resolutions[key] = `file:./${standInFor(plan, user).path}`;
      }
    }
  }
  if (!plan.manager.isBerry) dependOnPath(manifest, plan);
  return new Map([['package.json', String(manifest)]]);
}

/** A range as later yarns know it: with a protocol, which those of npm have without saying so, and `catalog:` has said. */
function descriptorOf(range: string): string {
  return range.includes(':') ? range : `npm:${range}`;
}

/** Yarn 1 leaves the dependencies of the project itself alone. */
function dependOnPath(manifest: PackageJson, plan: Plan): void {
  const project = plan.users.find(({ kind }) => kind === 'project');
  const section = SECTIONS.find((name) => manifest.data[name]?.express !== undefined);
  if (project === undefined || section === undefined) return;
  manifest.data[section].express = `file:./${standInFor(plan, project).path}`;
}
