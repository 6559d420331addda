/**
 * Finds the packages that are measured, from the folder of the benchmarks and from the user's folder. The second is needed
 * because package managers with isolated folders hide the user's packages from maglev.
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

/** All folders of packages with this name, as resolved by these `require` functions, nearest first. */
export function foldersOf(name: string, from: readonly NodeJS.Require[] = requires): string[] {
  // Some packages do not export their package.json, and others have no entry for require.
  const folders = from.flatMap((require) => require.resolve.paths(name) ?? []);
  return folders.map((folder) => join(folder, name)).filter((folder) => existsSync(`${folder}/package.json`));
}

/**
 * The folder of this major of Express. Users who compare majors install them under other names, and `express` may be maglev
 * in one folder and Express in the next.
 */
export function expressOf(major: number, from: readonly NodeJS.Require[] = requires): string | undefined {
  const folders = [`express${major}`, 'express'].flatMap((name) => foldersOf(name, from));
  return folders.find((folder) => holds(folder, 'express', major));
}

/** Loads a package, or a file of it, from either folder. */
export function load(name: string, file = ''): any {
  const folder = folderOf(name);
  if (folder === undefined) throw new Error(`${name} is not installed: run "npm install ${name}".`);
  return loadFile(join(folder, file));
}

/** Loads a file or a folder. */
export function loadFile(file: string): any {
  return requires[0]!(file);
}

/**
 * Lets this process import these packages if only the user's folder has them. No hooks are registered otherwise, because
 * profilers do not support their thread.
 */
export function importFromHere(names: readonly string[]): void {
  if (names.every((name) => foldersOf(name, requires.slice(0, 1)).length > 0)) return;
  register('./hooks.js', import.meta.url, { data: pathToFileURL(HERE).href });
}

/** Whether a folder has this major of a package, and not another package under its name. */
function holds(folder: string, name: string, major: number): boolean {
  const manifest = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
  if (name === 'express' && manifest.maglev !== undefined) return false;
  return manifest.name === name && Number.parseInt(manifest.version, 10) === major;
}
