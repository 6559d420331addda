import { Failure } from '../failure.js';
import { formatJson, parseJson } from './json.js';
import { type Locked, type LockedPackages, majorOf, type Plan, type StandIn } from './plan.js';
import { satisfies } from './range.js';

const EXPRESS = /(?:^|\/)node_modules\/express$/;
const TOP = 'node_modules/express';

/** The lines of which copies have to be grafted. */
export function graftedLines(plan: Plan, packages: LockedPackages, main: StandIn): StandIn[] {
  const fates = copiesIn(plan, packages).map(([path, standIn]) => [
    standIn,
    fateOf(path, plan, packages, main),
  ]);
  return [...new Set(fates.flatMap(([standIn, fate]) => (fate === 'graft' ? [standIn as StandIn] : [])))];
}

export function packagesOf(file: string, text: string): LockedPackages {
  const lock = parseJson(text, file) as { packages?: LockedPackages };
  if (lock.packages === undefined) {
    throw new Failure(`${file} is in the format of npm 6: run "npm install" with a later one first.`);
  }
  return lock.packages;
}

/** Puts the replacements into a lockfile, in the places of Express. */
export function editLock(file: string, text: string, plan: Plan, main: StandIn): string {
  const lock = { ...(parseJson(text, file) as object), packages: packagesOf(file, text) };
  const { packages } = lock;
  const copies = copiesIn(plan, packages).map(
    ([path, standIn]) => [path, standIn, fateOf(path, plan, packages, main)] as const,
  );
  for (const [path, standIn, fate] of copies) {
    const { dev, optional, devOptional } = packages[path]!;
    if (fate === 'keep') {
      packages[path] = { ...lockedStandIn(standIn), ...flags({ dev, optional, devOptional }) };
      continue;
    }
    removeTree(packages, path);
    if (fate === 'graft') graft(packages, path, standIn, flags({ dev, optional, devOptional }));
  }
  lock.packages = sorted(packages);
  return formatJson(lock, text);
}

/** The copies of Express that are replaced, by their paths. */
function copiesIn(plan: Plan, packages: LockedPackages): [path: string, standIn: StandIn][] {
  return Object.entries(packages).flatMap(([path, { version, link, inBundle }]) => {
    if (!EXPRESS.test(path) || link || inBundle || version === undefined) return [];
    const standIn = plan.standIns.get(majorOf(version));
    return standIn === undefined ? [] : [[path, standIn] as [string, StandIn]];
  });
}

/**
 * What happens to a copy. The one on top is kept in its place: npm resolves again what that depends on. It does not look at
 * what workspaces depend on, and what their packages depend on: a copy for them is grafted with all that it needs, unless the
 * next one above is of the same line.
 */
function fateOf(
  path: string,
  plan: Plan,
  packages: LockedPackages,
  main: StandIn,
): 'keep' | 'remove' | 'graft' {
  const standIn = plan.standIns.get(majorOf(packages[path]!.version!))!;
  if (path === TOP && standIn === main) return 'keep';
  // It depends on the tarball itself, and not on what is above.
  const isOfWorkspace = plan.users.some(({ kind, express }) => kind === 'workspace' && express.path === path);
  if (isOfWorkspace) return 'graft';
  const above = nearest(packages, dirname(parentOf(path)), 'express');
  const next =
    above === null || above === TOP ? main : plan.standIns.get(majorOf(packages[above]!.version ?? ''));
  return next === standIn ? 'remove' : 'graft';
}

/** Adds a copy with those of the packages it needs that it would not find, or not in a version that it accepts. */
function graft(packages: LockedPackages, path: string, standIn: StandIn, own: Partial<Locked>): void {
  const { closure } = standIn;
  if (closure === undefined) throw new Error(`The dependencies of ${standIn.path} are not known.`);
  packages[path] = { ...lockedStandIn(standIn), ...own };
  const queue = [TOP];
  const seen = new Set(queue);
  for (const from of queue) {
    for (const name of Object.keys(dependenciesOf(closure[from]!))) {
      const place = nearest(closure, from, name);
      if (place === null || seen.has(place)) continue;
      seen.add(place);
      if (isFoundAbove(packages, path, closure, place, name)) continue;
      packages[placeIn(path, place)] = { ...closure[place], ...own };
      queue.push(place);
    }
  }
}

/** Where a package of the closure goes: what is beside Express there is inside of it here. */
function placeIn(path: string, place: string): string {
  return place.startsWith(`${TOP}/`) ? path + place.slice(TOP.length) : `${path}/${place}`;
}

/** Whether whatever needs a package of the closure finds one above the copy that it accepts. */
function isFoundAbove(
  packages: LockedPackages,
  path: string,
  closure: LockedPackages,
  place: string,
  name: string,
): boolean {
  // One inside of another package is not what is found from outside.
  if (place !== `node_modules/${name}`) return false;
  const above = nearest(packages, parentOf(path), name);
  if (above === null) return false;
  const found = packages[above]!;
  return Object.entries(closure).every(([from, locked]) => {
    const spec = from === '' ? undefined : dependenciesOf(locked)[name];
    if (spec === undefined || nearest(closure, from, name) !== place) return true;
    const [original, range] = /^npm:(.+)@(.+)$/.exec(spec)?.slice(1) ?? [name, spec];
    return (found.name ?? name) === original && !found.link && satisfies(found.version ?? '', range!);
  });
}

function dependenciesOf(locked: Locked): Record<string, string> {
  const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta = {} } = locked;
  const peers = Object.entries(peerDependencies ?? {}).filter(
    ([name]) => !peerDependenciesMeta[name]?.optional,
  );
  return { ...dependencies, ...optionalDependencies, ...Object.fromEntries(peers) };
}

/** The place that a package in a folder finds under a name, as Node looks for it; null if there is none. */
function nearest(packages: LockedPackages, from: string, name: string): string | null {
  for (let folder = from; ; folder = dirname(folder)) {
    const place = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (!folder.endsWith('node_modules') && packages[place] !== undefined) return place;
    if (folder === '') return null;
  }
}

function dirname(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** The folder whose `node_modules` a package is in. */
function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf('node_modules/')).replace(/\/$/, '');
}

function removeTree(packages: LockedPackages, path: string): void {
  for (const inner of Object.keys(packages)) {
    if (inner === path || inner.startsWith(`${path}/`)) delete packages[inner];
  }
}

function lockedStandIn({ version, path, integrity, manifest }: StandIn): Locked {
  const { license, dependencies, engines } = manifest as Locked;
  return { version, resolved: `file:${path}`, integrity, license, dependencies, engines };
}

function flags(given: Record<string, unknown>): Partial<Locked> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

/** In npm's own order. */
function sorted(packages: LockedPackages): LockedPackages {
  return Object.fromEntries(Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, 'en')));
}
