import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ecosystem, readJson, root, subjects } from './folders.js';
import { node, npm } from './npm.js';

export const LINES = [5, 4];
export const FRAMEWORKS = ['express', 'maglev'];

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
}

/** Its dependencies are found above, where npm has put them. */
function copyExpress(folder, line) {
  copyPackage(`express${line}`, folder, 'express');
}

/** From the tarball that users install, its dependencies within its own folder. */
function installMaglev(folder, line) {
  const version = readJson(root, 'package.json').version.replace(/^\d+/, line);
  const tarball = join(subjects, `maglev-${version}.tgz`);
  npm(folder, 'install', '--install-strategy=shallow', '--prefer-offline', `express@file:${tarball}`);
}

function copyPackage(name, folder, as) {
  const from = join(ecosystem, 'node_modules', name);
  const isOwnExpress = (path) =>
    basename(path) === 'express' && basename(join(path, '..')) === 'node_modules';
  cpSync(from, join(folder, 'node_modules', as), { recursive: true, filter: (path) => !isOwnExpress(path) });
}

/**
 * The packages that may reach this one: they have to stand beside each subject, since they look for it from where they
 * are. All others stand above the subjects, once.
 */
function dependentsOf(wanted) {
  const locked = Object.entries(readJson(ecosystem, 'package-lock.json').packages).filter(
    ([path]) => path !== '',
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
