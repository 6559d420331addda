import { Failure } from '../failure.js';
import { readText } from './manager.js';
import { type Edits, PackageJson, type Plan } from './plan.js';

const WORKSPACE = 'pnpm-workspace.yaml';
/** The first that does not read settings in package.json any more. */
const WITHOUT_FIELD = 11;

/** Overrides for all packages, which pnpm finds from the project: in package.json, and since pnpm 11 beside it. */
export function editsForPnpm(plan: Plan): Edits {
  const { manager, standIns } = plan;
  const isOne = standIns.size === 1;
  const overrides = [...standIns.values()].map(({ major, path }): [key: string, spec: string] => {
    return [isOne ? 'express' : `express@${major}`, `file:${path}`];
  });
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

function isForExpress(key: string): boolean {
  return /^express(@|$)/.test(key);
}

/** The key of a line of YAML, which may be quoted. */
function keyIn(line: string): string {
  const [, , key = ''] = /^\s*(["']?)(.*?)\1\s*:(?:\s|$)/.exec(line) ?? [];
  return key;
}

/** The text of the settings, with these overrides in the place of others for Express. */
function withOverrides(text: string, overrides: readonly [key: string, spec: string][]): string {
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
