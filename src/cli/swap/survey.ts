import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { Failure } from '../failure.js';
import { forkReason, sourcesIn } from './forks.js';
import { parseJson } from './json.js';

/** A package that depends on Express, which may be the project itself, and the Express that it gets. */
export interface User {
  readonly name: string;
  readonly version: string;
  /** Relative to the project, '' for the project itself. */
  readonly path: string;
  /** The range of Express versions it depends on. */
  readonly range: string;
  /** Whether that is the range of a peer dependency, so that its dependants provide it. */
  readonly isPeer?: boolean;
  readonly kind: 'project' | 'workspace' | 'package';
  readonly express: Copy;
  /** The major that it is to have, if the range does not accept the one that it has. */
  readonly line?: string;
}

/** An installed package called `express`. */
export interface Copy {
  readonly version: string;
  /** The version of maglev, if it replaces Express. */
  readonly maglev: string | undefined;
  /** Relative to the project, with slashes. */
  readonly path: string;
}

/** An Express that is not replaced. */
export interface LeftAlone {
  /** The name it is installed under. */
  readonly name: string;
  readonly version: string;
  readonly why: string;
  /** The package that depends on it. */
  readonly user: string;
  /** Whether it is something else under the name of Express, which a swap must not replace by accident. */
  readonly isFork?: boolean;
}

export interface Survey {
  readonly users: readonly User[];
  readonly leftAlone: readonly LeftAlone[];
}

export interface Manifest {
  readonly name?: string;
  readonly version?: string;
  readonly [section: string]: unknown;
}

const PEERS = 'peerDependencies';
const SECTIONS = ['dependencies', 'optionalDependencies', PEERS];
/** Only the project and its workspaces have development dependencies installed, which provide peer dependencies. */
const PROJECT_SECTIONS = ['dependencies', 'optionalDependencies', 'devDependencies', PEERS];

/**
 * All users of Express in a project with `node_modules` folders. `projects` has the project's folder, then those of workspaces.
 * Other linked folders are not part of the project and stay unchanged; pnpm may keep its packages in a store elsewhere.
 */
export function surveyFolders(projects: readonly string[], hasStoreElsewhere = false): Survey {
  const found: (User & { readonly fork: string | null })[] = [];
  const leftAlone: LeftAlone[] = [];
  const visited = new Set<string>();
  const [project = '', ...workspaces] = projects.map((folder) => realpathSync(folder));
  const kindOf = (home: string): User['kind'] => {
    if (home === project) return 'project';
    return workspaces.includes(home) ? 'workspace' : 'package';
  };
  const modules = [project, ...workspaces].map((folder) => join(folder, 'node_modules') + sep);
  const isInstalled = (folder: string) => {
    return hasStoreElsewhere
      ? folder.includes(`${sep}node_modules${sep}`)
      : modules.some((one) => folder.startsWith(one));
  };
  const isOurs = (folder: string) => kindOf(folder) !== 'package' || isInstalled(folder);
  const pathOf = (folder: string) => relative(project, folder).replaceAll('\\', '/');
  const sourcesOf = sourcesIn(project);
  const visit = (folder: string) => {
    const home = realpathSync(folder);
    if (visited.has(home) || !existsSync(join(home, 'package.json'))) return;
    visited.add(home);
    const manifest = readManifest(home);
    const kind = kindOf(home);
    const { name = relative(dirname(home), home), version = '' } = manifest;
    leftAlone.push(...aliasesOf(manifest, kind, name, (alias) => findCopy(home, alias)?.version));
    const dependency = dependencyOf(manifest, kind);
    const copy = dependency === undefined ? null : findCopy(home, 'express');
    if (dependency !== undefined && copy !== null) {
      const { range } = dependency;
      const { version: got, maglev, folder: place } = copy;
      const express = { version: got, maglev, path: pathOf(place) };
      const fork = forkReason(copy, [range, ...sourcesOf(express.path, got)]);
      const why = isOurs(home) && isInstalled(place) ? reasonToLeave(manifest, got) : OUTSIDE;
      if (why === null) found.push({ name, version, path: pathOf(home), ...dependency, kind, express, fork });
      else if (isOurs(home) && isOfUser(place)) {
        leftAlone.push(forkOf({ name, express }, `the folder ${express.path}`));
      } else leftAlone.push({ name: 'express', version: got, why, user: name });
    }
    if (isOurs(home)) for (const inner of packagesIn(join(home, 'node_modules'))) visit(inner);
    // In the store of pnpm, the dependencies of a package are beside it. The store also has packages that nothing uses any more.
    if (isInstalled(home)) for (const sibling of packagesIn(modulesAround(home))) visit(sibling);
  };
  for (const folder of projects) visit(folder);
  // One package may have chosen a copy that others share.
  const forks = new Map(found.flatMap(({ express, fork }) => (fork === null ? [] : [[express.path, fork]])));
  const users: User[] = [];
  for (const { fork: _, ...user } of found) {
    const why = forks.get(user.express.path);
    if (why === undefined) users.push(user);
    else leftAlone.push(forkOf(user, why));
  }
  return { users, leftAlone };
}

export function forkOf(
  { name, express: { version } }: Pick<User, 'name' | 'express'>,
  why: string,
): LeftAlone {
  return { name: 'express', version, why, user: name, isFork: true };
}

const OUTSIDE = 'not installed by this project';

/** Whether a copy is not installed at all: a workspace, or another linked folder that the user works on. */
function isOfUser(folder: string): boolean {
  return !folder.includes(`${sep}node_modules${sep}`);
}

/** Why the Express of a package cannot be replaced; null if it can. */
export function reasonToLeave(manifest: Manifest, version: string): string | null {
  const bundled = manifest.bundleDependencies ?? manifest.bundledDependencies ?? [];
  if (bundled === true || (Array.isArray(bundled) && bundled.includes('express'))) return 'bundled';
  return /^[345]\./.test(version) ? null : 'of a major version that maglev does not support';
}

/** Copies of Express under other names: `express4@npm:express@4`. */
export function aliasesOf(
  manifest: Manifest,
  kind: User['kind'],
  user: string,
  versionOf: (alias: string) => string | undefined,
): LeftAlone[] {
  const sections = (kind === 'package' ? SECTIONS : PROJECT_SECTIONS).map((name) => manifest[name] ?? {});
  return Object.entries<unknown>(Object.assign({}, ...sections)).flatMap(([name, spec]) => {
    if (name === 'express' || !/^npm:express(@|$)/.test(String(spec))) return [];
    const version = versionOf(name);
    return version === undefined ? [] : [{ name, version, why: 'an alias', user }];
  });
}

/** The dependency of a package on Express; undefined if it has none. */
export function dependencyOf(
  manifest: Manifest,
  kind: User['kind'],
): Pick<User, 'range' | 'isPeer'> | undefined {
  const sections = kind === 'package' ? SECTIONS : PROJECT_SECTIONS;
  for (const section of sections) {
    const range = (manifest[section] as Record<string, string>)?.express;
    if (range !== undefined) return section === PEERS ? { range, isPeer: true } : { range };
  }
  return undefined;
}

export function readManifest(folder: string): Manifest {
  const path = join(folder, 'package.json');
  const manifest = parseJson(readFileSync(path, 'utf8'), path);
  if (manifest === null) throw new Failure(`${path} has no content: it is null.`);
  return manifest as Manifest;
}

interface Found extends Omit<Copy, 'path'> {
  readonly name: string | undefined;
  readonly folder: string;
}

/** The package that a name resolves to from a folder; null if there is none, as for an optional peer. */
function findCopy(from: string, name: string): Found | null {
  for (let folder = from; ; folder = dirname(folder)) {
    const home = join(folder, 'node_modules', name);
    if (existsSync(join(home, 'package.json'))) {
      const manifest = readManifest(home);
      return { ...copyOf(manifest), name: manifest.name, folder: realpathSync(home) };
    }
    if (folder === dirname(folder)) return null;
  }
}

export function copyOf({ version = '', maglev }: Manifest): Omit<Copy, 'path'> {
  return { version, maglev: maglev as string | undefined };
}

/** The `node_modules` that a package is in. */
function modulesAround(home: string): string {
  return home.slice(0, home.lastIndexOf(`${sep}node_modules${sep}`) + `${sep}node_modules`.length);
}

/** The folders of packages in one `node_modules`; links may be dangling. */
export function packagesIn(modules: string): string[] {
  if (!existsSync(modules)) return [];
  return readdirSync(modules, { withFileTypes: true }).flatMap((entry) => {
    const folder = join(modules, entry.name);
    if (!entry.isDirectory() && !entry.isSymbolicLink()) return [];
    if (entry.name.startsWith('.')) return [];
    if (!entry.name.startsWith('@')) return existsSync(folder) ? [folder] : [];
    return readdirSync(folder)
      .map((inner) => join(folder, inner))
      .filter((inner) => existsSync(inner));
  });
}
