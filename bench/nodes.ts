/** Versions of Node to run on, from the npm package `node`. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { npm } from './npm.js';
import { ROOT } from './places.js';

/** The majors that maglev supports. */
export const MAJORS = ['20', '22', '24', '26'] as const;
/** Figures are measured on it by default. */
export const NEWEST = MAJORS.at(-1)!;
/** The newest major with long-term support. Its figures are shown first. */
export const LTS = '26';
/** Shown next to it. */
export const OLDEST = MAJORS[0];

const CACHE = `${ROOT}node_modules/.cache/runtimes/`;

/** The binary of this major: the one that runs this program, or one that is installed in an ignored folder. */
export function runtime(major: string): string {
  if (process.versions.node.startsWith(`${major}.`)) return process.execPath;
  const folder = `${CACHE}${major}`;
  const binary = `${folder}/node_modules/node/bin/node${process.platform === 'win32' ? '.exe' : ''}`;
  if (!existsSync(binary)) install(major, folder);
  return binary;
}

/** The binary for a major or a path; the newest by default. */
export function nodeOf(wanted: string = NEWEST): string {
  return nodesOf(wanted)[0]!;
}

/** The binaries for a list. If none of them is available, it warns and returns the one that runs this program. */
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
  console.error(`Measuring on the current Node ${process.version} instead.`);
  return [process.execPath];
}

function install(major: string, folder: string): void {
  console.error(`Installing Node ${major} ...`);
  mkdirSync(folder, { recursive: true });
  // Without a package.json in this folder, npm would install into the package around it.
  writeFileSync(`${folder}/package.json`, '{ "private": true }\n');
  try {
    npm(folder, 'install', `node@${major}`);
  } catch (error) {
    throw new Error(
      `${(error as Error).message.trim()}\nnpm could not install node@${major}; see the output above.`,
    );
  }
}
