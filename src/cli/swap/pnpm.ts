import { Failure } from '../failure.js';
import { readText } from './manager.js';
import { type Edits, PackageJson, type Plan, replacementFor, selectorOf } from './plan.js';

const WORKSPACE = 'pnpm-workspace.yaml';
/** The first major that no longer reads settings in package.json. */
const WITHOUT_FIELD = 11;

/** Overrides for all packages, relative to the project: in package.json, or in pnpm-workspace.yaml since pnpm 11. */
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

/** Keyed by the range of a dependency, or by package if the range does not determine the line: `*`, `>=4`, `catalog:`. */
function overridesOf(plan: Plan): Override[] {
  const { users, replacements, hasForks } = plan;
  if (replacements.size === 1 && !hasForks)
    return [...replacements.values()].map(({ path }) => ['express', `file:${path}`]);
  const byRange = [...replacements.values()].map(
    ({ major, path }): Override => [`express@${major}`, `file:${path}`],
  );
  const byName = users
    .filter((user) => !isOfMajor(user.range, replacementFor(plan, user).major))
    .map(
      (user): Override => [`${selectorOf(user, plan)}>express`, `file:${replacementFor(plan, user).path}`],
    );
  return [...new Map([...byRange, ...byName])];
}

/** Whether a range is a single range within one major, without `||` or other operators. */
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

const SECTION = /^overrides:(.*)\n((?:[ \t]+.*\n?|\n)*)/m;

/** pnpm-workspace.yaml or pnpm-lock.yaml with the overrides of Express in an earlier text instead of those of a swap. */
export function withOverridesOf(earlier: string, text: string): string {
  const originals = (SECTION.exec(earlier)?.[2] ?? '')
    .split('\n')
    .filter((line) => isForExpress(keyIn(line)));
  return text.replace(SECTION, (section) => {
    const lines = section.split('\n');
    const isReplacement = (line: string) => line.includes('file:maglev-swap/');
    const first = lines.findIndex(isReplacement);
    if (first < 0) return section;
    lines.splice(first, 0, ...originals);
    const left = lines.filter((line) => !isReplacement(line)).join('\n');
    return left.replace(/^overrides:\n(?![ \t])/, '');
  });
}

/** The text of the settings, with these overrides instead of earlier ones for Express. */
function withOverrides(text: string, overrides: readonly Override[]): string {
  const block = overrides.map(([key, spec]) => `  ${JSON.stringify(key)}: ${spec}\n`).join('');
  const found = SECTION.exec(text);
  if (found === null) return `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}overrides:\n${block}`;
  if (found[1]!.trim() !== '') {
    throw new Failure(`The overrides in ${WORKSPACE} are on one line: write each on its own line first.`);
  }
  const others = found[2]!
    .split('\n')
    .filter((line) => line.trim() !== '' && !isForExpress(keyIn(line)))
    .map((line) => `${line}\n`);
  return text.replace(found[0], () => `overrides:\n${others.join('')}${block}`);
}
