import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HOME } from './home.js';

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

/** Where npm and pnpm have installed a package from, by its path in a project; [] if they have not recorded it. */
export function sourcesIn(project: string): (path: string) => string[] {
  const file = join(project, 'node_modules/.package-lock.json');
  const packages = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : undefined;
  if (packages === undefined) {
    const resolutions = chosenBy(project);
    return (path) => {
      const [, stored] = /(?:^|\/)\.pnpm\/express@([^/]+)\//.exec(path) ?? [];
      return stored === undefined ? resolutions : [stored.replace(/^(file|https?|git)\+/, '$1:')];
    };
  }
  return (path) => {
    const resolved = String(packages[path]?.resolved ?? '');
    // Registries have tarballs at any URL.
    return /^(git|file)/.test(resolved) ? [resolved] : [];
  };
}

/** The resolutions of a project, which apply to one or all copies: yarn does not record to which. */
function chosenBy(project: string): string[] {
  const { resolutions = {} } = JSON.parse(
    readFileSync(join(project, 'package.json'), 'utf8').replace(/^\uFEFF/, ''),
  );
  return Object.entries(resolutions).flatMap(([key, spec]) => {
    return /(^|\/)express(@|$)/.test(key) ? [String(spec)] : [];
  });
}
