import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

/** A package that asks for Express, the project itself included, and the one that it gets. */
export interface User {
  readonly name: string;
  readonly version: string;
  /** Its path from the project's, '' for the project itself. */
  readonly path: string;
  /** By which it asks. */
  readonly range: string;
  readonly kind: 'project' | 'workspace' | 'package';
  readonly express: Copy;
}

/** An installed package called `express`. */
export interface Copy {
  readonly version: string;
  /** The version of maglev, if that stands in for Express. */
  readonly maglev: string | undefined;
}

interface Manifest {
  readonly name?: string;
  readonly version?: string;
  readonly [section: string]: unknown;
}

const SECTIONS = ['dependencies', 'optionalDependencies', 'peerDependencies'];
/** Those of a project are installed as well. */
const PROJECT_SECTIONS = [...SECTIONS, 'devDependencies'];
/** Where pnpm keeps packages; other names with a dot are no packages. */
const STORE = '.pnpm';

/** All users of Express in a project with folders `node_modules`; `projects` are its own folder, then those of workspaces. */
export function surveyFolders(projects: readonly string[]): User[] {
  const users: User[] = [];
  const visited = new Set<string>();
  const [project = '', ...workspaces] = projects.map((folder) => realpathSync(folder));
  const kindOf = (home: string): User['kind'] => {
    if (home === project) return 'project';
    return workspaces.includes(home) ? 'workspace' : 'package';
  };
  const visit = (folder: string) => {
    const home = realpathSync(folder);
    if (visited.has(home)) return;
    visited.add(home);
    const user = readUser(home, kindOf(home));
    if (user !== null) users.push({ ...user, path: relative(project, home).replaceAll('\\', '/') });
    for (const inner of packagesIn(join(home, 'node_modules'))) visit(inner);
  };
  for (const folder of projects) visit(folder);
  return users;
}

/** The range by which a package asks for Express; undefined if it does not. */
export function rangeOf(manifest: Manifest, kind: User['kind']): string | undefined {
  const sections = kind === 'package' ? SECTIONS : PROJECT_SECTIONS;
  const ranges = sections.map((section) => (manifest[section] as Record<string, string>)?.express);
  return ranges.find((range) => range !== undefined);
}

export function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}

function readUser(folder: string, kind: User['kind']): Omit<User, 'path'> | null {
  if (!existsSync(join(folder, 'package.json'))) return null;
  const manifest = readManifest(folder);
  const range = rangeOf(manifest, kind);
  const express = range === undefined ? null : findCopy(folder);
  if (range === undefined || express === null) return null;
  const { name = relative(dirname(folder), folder), version = '' } = manifest;
  return { name, version, range, kind, express };
}

/** The Express that files in a folder get; null if there is none, as for an optional peer. */
function findCopy(from: string): Copy | null {
  for (let folder = from; ; folder = dirname(folder)) {
    const home = join(folder, 'node_modules/express');
    if (existsSync(join(home, 'package.json'))) return copyOf(readManifest(home));
    if (folder === dirname(folder)) return null;
  }
}

export function copyOf({ version = '', maglev }: Manifest): Copy {
  return { version, maglev: maglev as string | undefined };
}

/** The folders of workspaces, to which most managers put links among the packages. */
export function workspacesOf(project: string): string[] {
  const home = realpathSync(project);
  const linked = packagesIn(join(home, 'node_modules')).map((folder) => realpathSync(folder));
  const isInside = (folder: string) => {
    return folder.startsWith(home + sep) && !folder.slice(home.length).includes('node_modules');
  };
  return linked.filter((folder) => isInside(folder) && existsSync(join(folder, 'package.json')));
}

/** The folders of packages in one `node_modules`. */
function packagesIn(modules: string): string[] {
  if (!existsSync(modules)) return [];
  return readdirSync(modules).flatMap((name) => {
    const folder = join(modules, name);
    if (name === STORE)
      return readdirSync(folder).flatMap((id) => packagesIn(join(folder, id, 'node_modules')));
    if (name.startsWith('.')) return [];
    return name.startsWith('@') ? readdirSync(folder).map((inner) => join(folder, inner)) : [folder];
  });
}
