/** Versions of Node to run on, from the npm package `node`. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { npm } from './npm.js';
import { ROOT } from './places.js';

/** Those that maglev supports. */
export const MAJORS = ['20', '22', '24', '26'] as const;
/** Where figures are measured, unless somebody asks for another one. */
export const NEWEST = MAJORS.at(-1)!;
/** The newest with long-term support, whose figures are shown first. */
export const LTS = '26';
/** Shown beside it. */
export const OLDEST = MAJORS[0];

const CACHE = `${ROOT}node_modules/.cache/runtimes/`;

/** The binary of this major: the one that runs already, or one that is installed where git does not look. */
export function runtime(major: string): string {
  if (process.versions.node.startsWith(`${major}.`)) return process.execPath;
  const folder = `${CACHE}${major}`;
  const binary = `${folder}/node_modules/node/bin/node${process.platform === 'win32' ? '.exe' : ''}`;
  if (!existsSync(binary)) install(major, folder);
  return binary;
}

/** The binary that is asked for by a major or by its path; the newest unless one is. */
export function nodeOf(wanted: string = NEWEST): string {
  return nodesOf(wanted)[0]!;
}

/** The binaries of a list. Where none of them can be had, the one that runs is taken, and that is said. */
export function nodesOf(wanted: string = NEWEST): string[] {
  const found = wanted.split(',').flatMap((one) => {
    try {
      return [/^\d+$/.test(one) ? runtime(one) : one];
    } catch (error) {
      console.error((error as Error).message);
      return [];
    }
  });
  if (found.length > 0) return [...new Set(found)];
  console.error(`Measuring on Node ${process.version}, which runs this, instead.`);
  return [process.execPath];
}

function install(major: string, folder: string): void {
  console.error(`Installing Node ${major} ...`);
  mkdirSync(folder, { recursive: true });
  // Without one of its own, npm would take the package around it.
  writeFileSync(`${folder}/package.json`, '{ "private": true }\n');
  try {
    npm(folder, 'install', `node@${major}`);
  } catch (error) {
    throw new Error(
      `${(error as Error).message.trim()}\nnpm could not install node@${major}; the reason stands above.`,
    );
  }
}
