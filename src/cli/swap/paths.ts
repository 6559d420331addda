import { lstatSync, realpathSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { Failure } from '../failure.js';

/**
 * The absolute path of a path below a project, given with slashes. Throws if it leads out of the project, links followed: the
 * path may come from a file of a cloned repository. `source` starts the message: "swap.json names".
 */
export function placeInside(folder: string, path: unknown, source: string): string {
  const refuse = (why: string) => new Failure(`${source} ${JSON.stringify(path)}, which ${why}.`);
  if (typeof path !== 'string' || path === '') throw refuse('is not a path');
  const segments = path.split('/');
  if (/[\0\\]/.test(path) || /^[a-z]:/i.test(path) || segments.some((part) => /^\.{0,2}$/.test(part))) {
    throw refuse('is not a plain path below the project');
  }
  const place = join(folder, ...segments);
  if (!isBelow(realpathSync(folder), place)) throw refuse('leads out of the project');
  return place;
}

/** A swap changes these, but never creates one: to undo that would delete a file of the user. */
export function isManifest(file: string): boolean {
  return /(^|\/)package\.json$/.test(file);
}

/** The settings of pnpm. */
export const PNPM_WORKSPACE = 'pnpm-workspace.yaml';

/** Whether users write a file themselves. Others are written only by package managers. */
export function isWrittenByHand(file: string): boolean {
  return isManifest(file) || file === PNPM_WORKSPACE;
}

/** Whether a file, or the folder it would be created in, is below `home` when links are followed. */
function isBelow(home: string, place: string): boolean {
  for (let path = place; ; path = dirname(path)) {
    const link = lstatSync(path, { throwIfNoEntry: false });
    if (link === undefined) continue;
    try {
      return (realpathSync(path) + sep).startsWith(home + sep);
    } catch {
      // Writing to a dangling link would create its target.
      return false;
    }
  }
}
