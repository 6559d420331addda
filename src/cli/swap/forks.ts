import { textIn } from './disk.js';
import { HOME } from './home.js';
import { parseJson, parseState } from './json.js';
import { PNPM_WORKSPACE } from './paths.js';
import { isObject } from './put-back.js';
import { satisfies } from './range.js';
import { sectionIn } from './yaml-section.js';

/** What is installed under the name of Express. */
interface Installed {
  /** The name in its own package.json. */
  readonly name?: string | undefined;
  readonly maglev?: string | undefined;
}

/** Specifications of packages that do not come from a registry, as npm, pnpm and yarn write them. */
const ELSEWHERE =
  /^((git|github|gitlab|bitbucket|gist|https?|ssh|file|link|portal|patch|workspace)[:+]|\.{0,2}\/|~\/|[\w-]+\/[\w.-]+(#|$))/;

/**
 * Why a package under the name of Express is not the one of the registry, which somebody has chosen for a reason; null if it
 * is. `specs` say where it comes from.
 */
export function forkReason({ name, maglev }: Installed, specs: readonly string[]): string | null {
  if (maglev !== undefined) return null;
  if (name !== undefined && name !== 'express') return `another package, ${name}, under this name`;
  const source = specs.find((spec) => ELSEWHERE.test(spec) && !spec.includes(`${HOME}/`));
  return source === undefined ? null : `not from a registry, but from ${source}`;
}

/**
 * Where npm and pnpm have installed a package from, by its path in a project, or the patches of pnpm for its version; [] if
 * they have not recorded it.
 */
export function sourcesIn(project: string): (path: string, version: string) => string[] {
  const state = parseState(textIn(project, 'node_modules/.package-lock.json'));
  const packages = isObject(state) ? state.packages : undefined;
  if (!isObject(packages)) {
    const resolutions = chosenBy(project);
    const patches = patchesIn(project);
    return (path, version) => {
      const [, stored] = /(?:^|\/)\.pnpm\/express@([^/]+)\//.exec(path) ?? [];
      const source = stored === undefined ? resolutions : [stored.replace(/^(file|https?|git)\+/, '$1:')];
      return [...source, ...patches.flatMap(([key, file]) => (isFor(key, version) ? [`patch:${file}`] : []))];
    };
  }
  return (path) => {
    const locked = packages[path];
    const resolved = String((isObject(locked) ? locked.resolved : undefined) ?? '');
    // Registries have tarballs at any URL.
    return /^(git|file)/.test(resolved) ? [resolved] : [];
  };
}

/** The resolutions of a project, which apply to one or all copies: yarn does not record to which. */
function chosenBy(project: string): string[] {
  const { resolutions = {} } = manifestOf(project);
  return Object.entries(resolutions).flatMap(([key, spec]) => {
    return /(^|\/)express(@|$)/.test(key) ? [String(spec)] : [];
  });
}

const PATCHES = 'patchedDependencies';

/** The patches of pnpm for Express: `express`, or `express@4.18.2`, with the name of the file, which lockfiles write below. */
function patchesIn(project: string): [key: string, file: string][] {
  const { pnpm } = manifestOf(project);
  const files = ['node_modules/.pnpm/lock.yaml', 'pnpm-lock.yaml', PNPM_WORKSPACE];
  const written = files.flatMap((file) => sectionIn(textIn(project, file), PATCHES)?.entries ?? []);
  const patches = [
    ...written.map(({ key, value }): [string, string] => [key, value || key]),
    ...Object.entries<unknown>(pnpm?.[PATCHES] ?? {}).map(([key, file]): [string, string] => [
      key,
      String(file),
    ]),
  ];
  return [...new Map(patches)].filter(([key]) => /^express(@|$)/.test(key));
}

/** Whether the key of a patch names a version, or a range with it. A range of an unusual form may have any version. */
function isFor(key: string, version: string): boolean {
  const [, range] = key.split('@');
  if (range === undefined || satisfies(version, range)) return true;
  return !/^[~^]?\d+(\.[\dx*]+){0,2}$/.test(range);
}

function manifestOf(project: string): Record<string, any> {
  return (parseJson(textIn(project, 'package.json'), 'package.json') ?? {}) as Record<string, any>;
}
