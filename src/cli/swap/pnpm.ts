import { Failure } from '../failure.js';
import { readText } from './manager.js';
import { type Edits, PackageJson, type Plan, selectorOf, standInFor } from './plan.js';

const WORKSPACE = 'pnpm-workspace.yaml';
/** The first that does not read settings in package.json any more. */
const WITHOUT_FIELD = 11;

/** Overrides for all packages, which pnpm finds from the project: in package.json, and since pnpm 11 beside it. */
export function editsForPnpm(plan: Plan): Edits {
  const { manager } = plan;
  const overrides = overridesOf(plan);
  const workspace = readText(manager.folder, WORKSPACE) ?? '';
  if (manager.major >= WITHOUT_FIELD || /^overrides:/m.test(workspace)) {
    return new Map([[WORKSPACE, withOverrides(workspace, overrides)]]);
  }
  const manifest = new PackageJson(manager);
  const section = manifest.section('pnpm', 'overrides');
  for (const key of Object.keys(section)) if (isForExpress(key)) delete section[key];
  Object.assign(section, Object.fromEntries(overrides));
  return new Map([['package.json', String(manifest)]]);
}

type Override = readonly [key: string, spec: string];

/** By the ranges that packages ask for, and by their names where that does not tell the line: `*`, `>=4`, `catalog:`. */
function overridesOf(plan: Plan): Override[] {
  const { users, standIns } = plan;
  if (standIns.size === 1) return [...standIns.values()].map(({ path }) => ['express', `file:${path}`]);
  const byRange = [...standIns.values()].map(
    ({ major, path }): Override => [`express@${major}`, `file:${path}`],
  );
  const byName = users
    .filter((user) => !isOfMajor(user.range, standInFor(plan, user).major))
    .map((user): Override => [`${selectorOf(user, plan)}>express`, `file:${standInFor(plan, user).path}`]);
  return [...new Map([...byRange, ...byName])];
}

/** Whether a range is one of versions of a major, without `||` and the like. */
function isOfMajor(range: string, major: string): boolean {
  return new RegExp(`^[~^=v]*${major}(\\.[\\w.-]+)?$`).test(range);
}

function isForExpress(key: string): boolean {
  return /(^|>)express(@|$)/.test(key);
}

/** The key of a line of YAML, which may be quoted. */
function keyIn(line: string): string {
  const [, , key = ''] = /^\s*(["']?)(.*?)\1\s*:(?:\s|$)/.exec(line) ?? [];
  return key;
}

/** The text of the settings, with these overrides in the place of others for Express. */
function withOverrides(text: string, overrides: readonly Override[]): string {
  const block = overrides.map(([key, spec]) => `  ${JSON.stringify(key)}: ${spec}\n`).join('');
  const found = /^overrides:(.*)\n((?:[ \t]+.*\n?|\n)*)/m.exec(text);
  if (found === null) return `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}overrides:\n${block}`;
  if (found[1]!.trim() !== '') {
    throw new Failure(
      `The overrides in ${WORKSPACE} stand in one line: write each on a line of its own first.`,
    );
  }
  const others = found[2]!
    .split('\n')
    .filter((line) => line.trim() !== '' && !isForExpress(keyIn(line)))
    .map((line) => `${line}\n`);
  return text.replace(found[0], () => `overrides:\n${others.join('')}${block}`);
}
