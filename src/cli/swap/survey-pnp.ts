// Runs in a separate process with the `.pnp.cjs` of a project preloaded, and prints the survey as JSON. Such a project has a
// table of packages instead of folders.
import { createRequire } from 'node:module';
import { relative, resolve } from 'node:path';
import { forkReason } from './forks.js';
import {
  aliasesOf,
  copyOf,
  dependencyOf,
  forkOf,
  type LeftAlone,
  readManifest,
  reasonToLeave,
  type Survey,
  type User,
} from './survey.js';

interface Locator {
  readonly name: string | null;
  readonly reference: string | null;
}
interface Information {
  readonly packageLocation: string;
  readonly packageDependencies: ReadonlyMap<string, string | [string, string] | null>;
}
interface PnpApi {
  getAllLocators(): Locator[];
  getDependencyTreeRoots(): Locator[];
  getLocator(name: string, reference: string | [string, string]): Locator;
  getPackageInformation(locator: Locator): Information | null;
}

const pnp: PnpApi = createRequire(`${process.cwd()}/`)('pnpapi');
const workspaces = new Set(pnp.getDependencyTreeRoots().map(({ reference }) => reference));
const pathOf = (folder: string) => relative(process.cwd(), resolve(folder)).replaceAll('\\', '/');

const users = new Map<string, User>();
const leftAlone: LeftAlone[] = [];
for (const locator of pnp.getAllLocators()) {
  const information = pnp.getPackageInformation(locator);
  if (!information || locator.name === 'express') continue;
  const { packageLocation: location } = information;
  const manifest = readManifest(location);
  const { name = locator.name ?? 'the project', version = '' } = manifest;
  const kind = kindOf(locator, information);
  const aliases = aliasesOf(manifest, kind, name, (alias) => manifestOf(information, alias)?.version);
  leftAlone.push(...aliases);
  const dependency = dependencyOf(manifest, kind);
  const express = manifestOf(information, 'express');
  if (dependency === undefined || express === null) continue;
  const why = reasonToLeave(manifest, express.version ?? '');
  const copy = { ...copyOf(express), path: pathOf(express.location) };
  const fork = forkReason({ name: express.name, maglev: copy.maglev }, [dependency.range, express.source]);
  if (fork !== null) {
    leftAlone.push(forkOf({ name, express: copy }, fork));
  } else if (why === null) {
    users.set(location, { name, version, path: pathOf(location), ...dependency, kind, express: copy });
  } else {
    leftAlone.push({ name: 'express', version: express.version ?? '', why, user: name });
  }
}
const survey: Survey = { users: [...users.values()], leftAlone };
process.stdout.write(JSON.stringify(survey));

/** The manifest of the package that a name resolves to, and its location. */
function manifestOf({ packageDependencies }: Information, name: string) {
  const reference = packageDependencies.get(name);
  if (!reference) return null;
  const locator = Array.isArray(reference)
    ? pnp.getLocator(reference[0], reference[1])
    : pnp.getLocator(name, reference);
  const found = pnp.getPackageInformation(locator);
  if (!found) return null;
  const { reference: resolved } = locator;
  const source = (resolved ?? '').replace(/^virtual:\w+#/, '');
  return { ...readManifest(found.packageLocation), location: found.packageLocation, source };
}

function kindOf({ reference }: Locator, { packageLocation }: Information): User['kind'] {
  if (resolve(packageLocation) === process.cwd()) return 'project';
  return workspaces.has(reference) ? 'workspace' : 'package';
}
