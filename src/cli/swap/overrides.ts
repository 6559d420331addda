import { parseJson } from './json.js';
import type { ManagerName } from './locks.js';
import { PNPM_WORKSPACE } from './paths.js';
import { sectionIn } from './yaml-section.js';

/** A version of a package that a project has chosen for its dependants. */
export interface Override {
  /** As the user wrote it: `overrides.express.qs`. */
  readonly where: string;
  readonly spec: string;
  /** The names of the packages below which it applies, from the outside in; none if it applies everywhere. */
  readonly below: readonly string[];
  readonly name: string;
}

/** What is written in the files of a project, by the name of the file. */
export function overridesOf(
  manager: ManagerName,
  texts: ReadonlyMap<string, string | undefined>,
): Override[] {
  const manifest = parseJson(texts.get('package.json') ?? '{}', 'package.json') as Record<string, any>;
  if (manager === 'npm') return nested(manifest.overrides, ['overrides']);
  const resolutions = flat(manifest.resolutions, 'resolutions', namesInPath);
  if (manager === 'yarn') return resolutions;
  const settings = inYaml(texts.get(PNPM_WORKSPACE) ?? '');
  return [
    ...resolutions,
    ...flat(manifest.pnpm?.overrides, 'pnpm.overrides', namesInSelector),
    ...flat(settings, 'overrides in pnpm-workspace.yaml:', namesInSelector),
  ];
}

/** npm: `{ "express@4": { "qs": "6.1.0", "cookie": { ".": "1.0.0", ... } } }`. */
function nested(value: unknown, path: readonly string[]): Override[] {
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([key, inner]) => nested(inner, [...path, key]));
  }
  const names = path
    .slice(1)
    .filter((key) => key !== '.')
    .map(nameIn);
  return made(path.join('.'), value, names);
}

function flat(value: unknown, source: string, namesIn: (key: string) => string[]): Override[] {
  const separator = source.endsWith(':') ? ' ' : '.';
  return Object.entries(value ?? {}).flatMap(([key, spec]) => {
    return made(`${source}${separator}${key}`, spec, namesIn(key));
  });
}

function made(where: string, spec: unknown, names: readonly string[]): Override[] {
  const name = names.at(-1);
  return name === undefined ? [] : [{ where, spec: String(spec), below: names.slice(0, -1), name }];
}

/** pnpm: `express@4>qs@6`. A range may contain `>` as well: `qs@>=6`. */
function namesInSelector(key: string): string[] {
  return key.split(/(?<=[^@|\s])>(?![=\d])/).map(nameIn);
}

/** yarn: `express/qs`, or with any packages between them. */
function namesInPath(key: string): string[] {
  const names = key.replace(/@(npm|patch|virtual):.*$/, '').match(/@[^/]+\/[^/]+|[^/]+/g) ?? [];
  return names.filter((name) => name !== '**').map(nameIn);
}

/** Without the range. */
function nameIn(key: string): string {
  return /^@?[^@]+/.exec(key)?.[0] ?? key;
}

/** The entries of the section in pnpm's settings, which are not nested. */
function inYaml(text: string): Record<string, string> {
  const entries = sectionIn(text, 'overrides')?.entries ?? [];
  return Object.fromEntries(entries.map(({ key, value }) => [key, value]));
}

/**
 * The overrides that applied to what Express uses, and do not apply to the replacement, which contains its own. `users` are the
 * packages that use Express.
 */
export function ineffective(
  overrides: readonly Override[],
  users: ReadonlySet<string>,
  contained: ReadonlySet<string>,
): Override[] {
  return overrides.filter(({ below, name }) => {
    const isInExpress = below.some((one) => one === 'express' || users.has(one) || contained.has(one));
    const isContained = contained.has(name) || below.some((one) => contained.has(one));
    return isContained && (isInExpress || below.length === 0);
  });
}

/** The overrides below Express that are not in the files any more: npm cannot apply them to copies that are grafted. */
export function removedFrom(before: readonly Override[], now: readonly Override[]): Override[] {
  const left = new Set(now.map(({ where }) => where));
  return before.filter(({ where, below }) => {
    return !left.has(where) && below.some((name) => name === 'express');
  });
}

/** The overrides of npm that apply everywhere, except those of Express and those that refer to a dependency. */
export function plainOverrides(overrides: unknown): Record<string, string> {
  const entries = Object.entries((overrides ?? {}) as Record<string, unknown>);
  const plain = entries.filter(([key, spec]) => {
    return typeof spec === 'string' && !spec.startsWith('$') && !/^express(@|$)/.test(key);
  });
  return Object.fromEntries(plain) as Record<string, string>;
}
