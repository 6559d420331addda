import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ecosystem, linesFolder, readJson, root, subjects } from './folders.js';
import { node, npm } from './npm.js';

export const LINES = [5, 4];
export const FRAMEWORKS = ['express', 'maglev'];
/** Express is installed there, and maglev by its own name, which `maglev/register` gives in its place. */
export const REGISTERED = 'registered';

export const folderOf = (framework, line) => join(subjects, `${framework}-${line}`);

/** Makes a folder for each framework and line, with that one, and nothing else, in `node_modules/express`. */
export function prepareSubjects() {
  rmSync(subjects, { recursive: true, force: true });
  mkdirSync(subjects, { recursive: true });
  // dist/ has been built by whoever runs this.
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

/** Its dependencies are found above, where npm has put them. */
function copyExpress(folder, line) {
  copyPackage(`express${line}`, folder, 'express');
}

/** From the tarball that users install, its dependencies within its own folder. */
function installMaglev(folder, line) {
  const { version } = readJson(root, `node_modules/express${line}/package.json`);
  const tarball = join(subjects, `express-${version}.tgz`);
  npm(folder, 'install', '--install-strategy=shallow', '--prefer-offline', `express@file:${tarball}`);
}

function copyPackage(name, folder, as) {
  copyFolder(join(ecosystem, 'node_modules', name), join(folder, 'node_modules', as));
}

/** The package under its own name, which has all lines, beside Express. */
function installBoth(folder, line) {
  const { version } = readJson(root, 'package.json');
  const tarball = join(subjects, `maglev-${version}.tgz`);
  npm(folder, 'install', '--install-strategy=shallow', '--prefer-offline', `maglev@file:${tarball}`);
  copyExpress(folder, line);
}

/**
 * Puts the packages that this line has to have in other versions in the places of the newest. What they depend on goes into
 * their own folders, lest Express finds it.
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
 * The packages that may reach this one: they have to stand beside each subject, since they look for it from where they
 * are. All others stand above the subjects, once.
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

/** `node_modules/@a/b/node_modules/c` stands in `@a/b`. */
function topmost(path) {
  return path.split('node_modules/')[1].replace(/\/$/, '');
}
