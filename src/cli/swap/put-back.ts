import { isDeepStrictEqual } from 'node:util';
import { Failure } from '../failure.js';
import { HOME } from './home.js';

/** A changed value in a package.json. */
export interface Change {
  readonly path: readonly string[];
  readonly before?: unknown;
  readonly after?: unknown;
}

/** Undoes the changes of a package.json, also if its user has moved them since. */
export function putBack(file: string, manifest: object, changes: readonly Change[]): void {
  for (const change of changes) revert(manifest, change);
  replaceLeft(file, manifest, changes, []);
}

/** Restores a value, unless it was changed since. Removes sections that become empty. */
function revert(manifest: any, { path, before, after }: Change): void {
  const [key = '', ...rest] = path;
  if (rest.length > 0) {
    if (!isObject(manifest[key])) {
      // Nothing to restore in a section that is gone, from which a dependency may have been moved to another.
      if (before === undefined || isReplacement(after)) return;
      manifest[key] = {};
    }
    revert(manifest[key], { path: rest, before, after });
    if (Object.keys(manifest[key] as object).length === 0) delete manifest[key];
  } else if (isDeepStrictEqual(manifest[key], after)) {
    if (before === undefined) delete manifest[key];
    else manifest[key] = before;
  }
}

/** Restores what is still a replacement: it was moved to another section, or the file to another folder. */
function replaceLeft(
  file: string,
  section: Record<string, any>,
  changes: readonly Change[],
  path: readonly string[],
): void {
  for (const [key, value] of Object.entries(section)) {
    const place = [...path, key];
    if (isObject(value)) {
      const wasEmpty = Object.keys(value).length === 0;
      replaceLeft(file, value, changes, place);
      if (!wasEmpty && Object.keys(value).length === 0) delete section[key];
    } else if (isReplacement(value)) {
      const known = changes.filter((change) => change.path.at(-1) === key && isSame(change.after, value));
      const before = (known.find((change) => isLike(change.path, place)) ?? known[0])?.before;
      const isDependency = /ependencies$/.test(path.join('.'));
      if (known.length === 0 && isDependency) {
        throw new Failure(
          `${file} has ${JSON.stringify(value)} as ${place.join('.')}: write the version of Express there that it had, and run the command again.`,
        );
      }
      if (before === undefined || (!isDependency && typeof before !== 'object')) delete section[key];
      else section[key] = before;
    }
  }
}

const REPLACEMENT = new RegExp(`^file:.*?${HOME}/(express-[\\w.-]+\\.tgz)$`);

export function isReplacement(value: unknown): boolean {
  return REPLACEMENT.test(String(value));
}

/** Whether both are the same replacement, relative to any folder. */
function isSame(a: unknown, b: unknown): boolean {
  return REPLACEMENT.exec(String(a))?.[1] === REPLACEMENT.exec(String(b))?.[1];
}

/** Whether both are dependencies, or neither is. */
function isLike([a = '']: readonly string[], [b = '']: readonly string[]): boolean {
  return /ependencies$/.test(a) === /ependencies$/.test(b);
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
