import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ecosystem, linesFolder, readJson, root, subjects } from './folders.js';
import { node, npm } from './npm.js';

export const LINES = [5, 4];
export const FRAMEWORKS = ['express', 'maglev'];
/** Express is installed there, and maglev by its own name, with which `maglev/register` replaces it. */
export const REGISTERED = 'registered';

export const folderOf = (framework, line) => join(subjects, `${framework}-${line}`);

/** Creates a folder for each framework and major version, with only that one in `node_modules/express`. */
export function prepareSubjects() {
  rmSync(subjects, { recursive: true, force: true });
  mkdirSync(subjects, { recursive: true });
  // dist/ has to be built before.
  node(root, '--import', 'tsx', '.build/lines.ts', subjects);
  const dependents = dependentsOf('express');
  for (const line of LINES) {
    prepare('express', line, dependents, copyExpress);
    prepare('maglev', line, dependents, installMaglev);
    prepare(REGISTERED, line, dependents, installBoth);
  }
}

function prepare(framework, line, dependents, provide) {
  const folder = folderOf(framework, line);
  mkdirSync(join(folder, 'node_modules'), { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  // Resolves names from this folder, by the rules of `import`.
  writeFileSync(join(folder, 'load.js'), 'export const load = (name) => import(name);\n');
  provide(folder, line);
  for (const name of dependents) copyPackage(name, folder, name);
  replaceByOlder(folder, line);
}

/** Its dependencies are found in a parent folder, where npm has installed them. */
function copyExpress(folder, line) {
  copyPackage(`express${line}`, folder, 'express');
}

/** From the tarball that users install, with its dependencies in its own folder. */
function installMaglev(folder, line) {
  const { version } = readJson(root, `node_modules/express${line}/package.json`);
  const tarball = join(subjects, `express-${version}.tgz`);
  npm(folder, 'install', '--install-strategy=shallow', '--prefer-offline', `express@file:${tarball}`);
}

function copyPackage(name, folder, as) {
  copyFolder(join(ecosystem, 'node_modules', name), join(folder, 'node_modules', as));
}

/** The package under its own name, with all major versions, next to Express. */
function installBoth(folder, line) {
  const { version } = readJson(root, 'package.json');
  const tarball = join(subjects, `maglev-${version}.tgz`);
  npm(folder, 'install', '--install-strategy=shallow', '--prefer-offline', `maglev@file:${tarball}`);
  copyExpress(folder, line);
}

/**
 * Replaces the newest packages by the versions that this major version needs. Their dependencies go into their own folders,
 * so that Express does not find them.
 */
function replaceByOlder(folder, line) {
  const home = join(linesFolder, String(line));
  if (!existsSync(home)) return;
  const installed = join(home, 'node_modules');
  const older = Object.keys(readJson(home, 'package.json').dependencies);
  const isShared = (path) => older.some((name) => path === join(installed, name));
  for (const name of older) {
    const place = join(folder, 'node_modules', name);
    rmSync(place, { recursive: true, force: true });
    copyFolder(join(installed, name), place);
    copyFolder(installed, join(place, 'node_modules'), isShared);
  }
}

function copyFolder(from, to, isLeftOut = () => false) {
  const isOwnExpress = (path) =>
    basename(path) === 'express' && basename(join(path, '..')) === 'node_modules';
  cpSync(from, to, { recursive: true, filter: (path) => !isOwnExpress(path) && !isLeftOut(path) });
}

/**
 * The packages that may depend on this one: each subject needs its own copy, because they resolve it from their own location.
 * All others are shared by the subjects.
 */
function dependentsOf(wanted) {
  const locked = Object.entries(readJson(ecosystem, 'package-lock.json').packages).filter(([path]) =>
    path.includes('node_modules/'),
  );
  const found = new Set([wanted]);
  for (let before = 0; before !== found.size; ) {
    before = found.size;
    for (const [path, { dependencies, peerDependencies, optionalDependencies }] of locked) {
      const needs = Object.keys({ ...dependencies, ...peerDependencies, ...optionalDependencies });
      if (needs.some((name) => found.has(name))) found.add(topmost(path));
    }
  }
  found.delete(wanted);
  return found;
}

/** `node_modules/@a/b/node_modules/c` is nested in `@a/b`. */
function topmost(path) {
  return path.split('node_modules/')[1].replace(/\/$/, '');
}
