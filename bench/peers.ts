/**
 * Where the packages that are measured are found: where the benchmarks are, and where the user is, as a package that was
 * installed by a tool with folders of its own does not see what lies beside it.
 */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire, register } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const HERE = `${process.cwd()}/`;
const requires = [import.meta.url, HERE].map((from) => createRequire(from));

/** The folder of a package; undefined if there is none. */
export function folderOf(name: string): string | undefined {
  return foldersOf(name)[0];
}

/** All folders of packages with this name, as seen from these places, nearest first. */
export function foldersOf(name: string, from: readonly NodeJS.Require[] = requires): string[] {
  // Some packages hide their package.json, and others have no entry for require.
  const folders = from.flatMap((require) => require.resolve.paths(name) ?? []);
  return folders.map((folder) => join(folder, name)).filter((folder) => existsSync(`${folder}/package.json`));
}

/**
 * The folder of this major of Express: people who compare majors install them under names of their own, and its name may
 * be that of maglev in one folder and its own in the next.
 */
export function expressOf(major: number, from: readonly NodeJS.Require[] = requires): string | undefined {
  const folders = [`express${major}`, 'express'].flatMap((name) => foldersOf(name, from));
  return folders.find((folder) => holds(folder, 'express', major));
}

/** What `require` gives for a package, wherever it is, or for a file of it. */
export function load(name: string, file = ''): any {
  const folder = folderOf(name);
  if (folder === undefined) throw new Error(`${name} is not installed: run "npm install ${name}".`);
  return loadFile(join(folder, file));
}

/** What `require` gives for a file or a folder. */
export function loadFile(file: string): any {
  return requires[0]!(file);
}

/**
 * Lets this process import these packages where only the user's folder has them. Otherwise it stays without hooks, whose
 * thread profilers stumble over.
 */
export function importFromHere(names: readonly string[]): void {
  if (names.every((name) => foldersOf(name, requires.slice(0, 1)).length > 0)) return;
  register('./hooks.js', import.meta.url, { data: pathToFileURL(HERE).href });
}

/** Whether a folder has this major of a package, and not another one under its name. */
function holds(folder: string, name: string, major: number): boolean {
  const manifest = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
  if (name === 'express' && manifest.maglev !== undefined) return false;
  return manifest.name === name && Number.parseInt(manifest.version, 10) === major;
}
