import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { textIn } from './disk.js';
import { parseState } from './json.js';
import { isObject } from './put-back.js';
import { packagesIn, readManifest } from './survey.js';
import { isMatchedWorkspace, matchedWorkspaces } from './workspace-patterns.js';

/**
 * The folders of workspaces. Most managers link them into `node_modules`, but yarn 2 and later only those with a name that
 * something depends on.
 */
export function workspacesOf(project: string): string[] {
  const home = realpathSync(project);
  const folders = [...linkedIn(home), ...matchedIn(home), ...lockedIn(home)];
  return [...new Set(foldersInside(home, folders))];
}

function linkedIn(home: string): string[] {
  return packagesIn(join(home, 'node_modules'));
}

/** Those that the patterns in package.json match. */
function matchedIn(home: string): string[] {
  const isYarn1 = textIn(home, 'yarn.lock').includes('# yarn lockfile v1');
  return matchedWorkspaces(home).filter((folder) => {
    if (!isYarn1) return true;
    const { name, version } = readManifest(folder);
    return name !== undefined && version !== undefined;
  });
}

/** Those that the lockfile of yarn 2 and later names. */
function lockedIn(home: string): string[] {
  const names = textIn(home, 'yarn.lock').matchAll(/^ {2}resolution: ".+@workspace:(.+)"\r?$/gm);
  return [...names].map(([, path = '']) => join(home, path));
}

/** The packages among some folders, links followed, that are below a project and not installed in it. */
function foldersInside(home: string, folders: readonly string[]): string[] {
  return folders
    .filter((folder) => existsSync(join(folder, 'package.json')))
    .map((folder) => realpathSync(folder))
    .filter((folder) => folder.startsWith(home + sep) && !folder.slice(home.length).includes('node_modules'));
}

/** The parent folder that has this one as a workspace; null if there is none. */
export function workspaceRootOf(project: string): string | null {
  const home = realpathSync(project);
  for (let folder = dirname(home); folder !== dirname(folder); folder = dirname(folder)) {
    const isWorkspace = [isNamedBy, isMatchedWorkspace].some((test) => test(folder, home));
    if (isWorkspace || foldersInside(folder, linkedIn(folder)).includes(home)) return folder;
  }
  return null;
}

/** Whether a project's lockfile names a folder as a workspace. pnpm and yarn may have no link to it in `node_modules`. */
function isNamedBy(project: string, folder: string): boolean {
  const path = relative(project, folder).replaceAll('\\', '/');
  const read = (file: string) => textIn(project, file);
  const importers = read('pnpm-lock.yaml').match(/^importers:\n(?:[ \t].*\n|\n)*/gm) ?? [];
  const keys = ['', `'`, `"`].map((quote) => `\n  ${quote}${path}${quote}:`);
  return (
    importers.some((section) => keys.some((key) => section.includes(key))) ||
    read('yarn.lock').includes(`@workspace:${path}"`) ||
    Object.hasOwn(lockedBy(read('package-lock.json')), path) ||
    // With a lockfile for each workspace, only pnpm's state has the list.
    statesOfPnpm(project).some((state) => read(state).includes(`${JSON.stringify(folder)}:`))
  );
}

/** The packages of an npm lockfile, which may be a broken one of an unrelated project. */
function lockedBy(text: string): object {
  const lock = parseState(text);
  return isObject(lock) && isObject(lock.packages) ? lock.packages : {};
}

function statesOfPnpm(project: string): string[] {
  const modules = join(project, 'node_modules');
  const names = existsSync(modules) ? readdirSync(modules) : [];
  return names
    .filter((name) => name.startsWith('.pnpm-workspace-state'))
    .map((name) => join('node_modules', name));
}
