// Run in a process of its own, with the `.pnp.cjs` of a project loaded before it: prints the users of Express as JSON. There
// are no folders to look through then, but a table of packages.
import { createRequire } from 'node:module';
import { relative, resolve } from 'node:path';
import { copyOf, rangeOf, readManifest, type User } from './survey.js';

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

const users = new Map<string, User>();
for (const locator of pnp.getAllLocators()) {
  const information = pnp.getPackageInformation(locator);
  const reference = information?.packageDependencies.get('express');
  if (!information || !reference || locator.name === 'express') continue;
  const manifest = readManifest(information.packageLocation);
  const kind = kindOf(locator, information);
  const range = rangeOf(manifest, kind);
  const express = pnp.getPackageInformation(pnp.getLocator('express', reference));
  if (range === undefined || !express) continue;
  const { name = locator.name ?? 'the project', version = '' } = manifest;
  const copy = copyOf(readManifest(express.packageLocation));
  const path = relative(process.cwd(), resolve(information.packageLocation));
  users.set(information.packageLocation, { name, version, path, range, kind, express: copy });
}
process.stdout.write(JSON.stringify([...users.values()]));

function kindOf({ reference }: Locator, { packageLocation }: Information): User['kind'] {
  if (resolve(packageLocation) === process.cwd()) return 'project';
  return workspaces.has(reference) ? 'workspace' : 'package';
}
