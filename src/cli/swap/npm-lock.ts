import { Failure } from '../failure.js';
import { forkReason } from './forks.js';
import { formatJson, parseJson } from './json.js';
import { type Locked, type LockedPackages, majorOf, type Plan, type Replacement } from './plan.js';
import { isObject } from './put-back.js';
import { satisfies } from './range.js';

const EXPRESS = /(?:^|\/)node_modules\/express$/;
const TOP = 'node_modules/express';

/** The replacements that have to be grafted. */
export function graftedLines(plan: Plan, packages: LockedPackages, main: Replacement): Replacement[] {
  const actions = copiesIn(plan, packages).map(([path, replacement]) => [
    replacement,
    actionFor(path, plan, packages, main),
  ]);
  return [
    ...new Set(
      actions.flatMap(([replacement, action]) => (action === 'graft' ? [replacement as Replacement] : [])),
    ),
  ];
}

export function packagesOf(file: string, text: string): LockedPackages {
  const { packages } = (parseJson(text, file) ?? {}) as { packages?: unknown };
  if (packages === undefined) {
    throw new Failure(`${file} is in the format of npm 6: run "npm install" with a later version first.`);
  }
  if (!isObject(packages) || !Object.values(packages).every(isObject)) {
    throw new Failure(`${file} was not written by npm: restore it, or remove it and run "npm install".`);
  }
  return packages as LockedPackages;
}

/** Replaces each Express in a lockfile. */
export function editLock(file: string, text: string, plan: Plan, main: Replacement): string {
  const lock = { ...(parseJson(text, file) as object), packages: packagesOf(file, text) };
  const { packages } = lock;
  const top = packages[TOP];
  if (top?.link) {
    throw new Failure(
      `${TOP} is the folder ${top.resolved}, but npm needs that place for the replacement of other packages' Express: install yours under a name of its own first.`,
    );
  }
  const copies = copiesIn(plan, packages).map(
    ([path, replacement]) => [path, replacement, actionFor(path, plan, packages, main)] as const,
  );
  for (const [path, replacement, action] of copies) {
    const { dev, optional, devOptional } = packages[path]!;
    if (action === 'keep') {
      packages[path] = { ...lockedReplacement(replacement), ...flags({ dev, optional, devOptional }) };
      continue;
    }
    removeTree(packages, path);
    if (action === 'graft') graft(packages, path, replacement, flags({ dev, optional, devOptional }));
  }
  lock.packages = sorted(packages);
  return formatJson(lock, text);
}

/** The copies of Express that are replaced, by path. */
function copiesIn(plan: Plan, packages: LockedPackages): [path: string, replacement: Replacement][] {
  return Object.entries(packages).flatMap(([path, { name, version, resolved, link, inBundle }]) => {
    if (!EXPRESS.test(path) || link || inBundle || typeof version !== 'string') return [];
    if (isFork(name, resolved)) return [];
    const replacement = plan.replacements.get(majorOf(version));
    return replacement === undefined ? [] : [[path, replacement] as [string, Replacement]];
  });
}

/** npm omits the name if it is that of the folder, and resolves packages of registries to URLs. */
function isFork(name: string | undefined, resolved: unknown): boolean {
  return forkReason({ name }, /^(git|file)/.test(String(resolved)) ? [String(resolved)] : []) !== null;
}

/**
 * What to do with a copy. The top-level one is kept in its place, because npm resolves its dependencies again. npm does not
 * do that for the dependencies of workspaces and of their packages. A copy for them is grafted with everything it needs,
 * unless the next copy above it is of the same line.
 */
function actionFor(
  path: string,
  plan: Plan,
  packages: LockedPackages,
  main: Replacement,
): 'keep' | 'remove' | 'graft' {
  const replacement = plan.replacements.get(majorOf(packages[path]!.version!))!;
  if (path === TOP && replacement === main) return 'keep';
  // A workspace depends on the tarball itself, not on the copy above.
  const isOfWorkspace = plan.users.some(({ kind, express }) => kind === 'workspace' && express.path === path);
  if (isOfWorkspace) return 'graft';
  const above = nearest(packages, dirname(parentOf(path)), 'express');
  const next =
    above === null || above === TOP ? main : plan.replacements.get(majorOf(packages[above]!.version ?? ''));
  return next === replacement ? 'remove' : 'graft';
}

/** Adds a copy, with the packages it needs and would not find in a version that it accepts. */
function graft(packages: LockedPackages, path: string, replacement: Replacement, own: Partial<Locked>): void {
  const { closure } = replacement;
  if (closure === undefined) throw new Error(`The dependencies of ${replacement.path} are not known.`);
  packages[path] = { ...lockedReplacement(replacement), ...own };
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

/** Where a package of the closure goes: packages next to Express there are nested inside it here. */
function placeIn(path: string, place: string): string {
  return place.startsWith(`${TOP}/`) ? path + place.slice(TOP.length) : `${path}/${place}`;
}

/** Whether every dependant of a package of the closure finds an acceptable one above the copy. */
function isFoundAbove(
  packages: LockedPackages,
  path: string,
  closure: LockedPackages,
  place: string,
  name: string,
): boolean {
  // A package nested in another one is not visible from outside.
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

export function dependenciesOf(locked: Locked): Record<string, string> {
  const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta = {} } = locked;
  const peers = Object.entries(peerDependencies ?? {}).filter(
    ([name]) => !peerDependenciesMeta[name]?.optional,
  );
  return { ...dependencies, ...optionalDependencies, ...Object.fromEntries(peers) };
}

/** Where a package in a folder finds a name, resolved as Node does; null if nowhere. */
export function nearest(packages: LockedPackages, from: string, name: string): string | null {
  for (let folder = from; ; folder = dirname(folder)) {
    const place = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (!folder.endsWith('node_modules') && packages[place] !== undefined) return place;
    if (folder === '') return null;
  }
}

function dirname(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** The folder whose `node_modules` contains a package. */
function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf('node_modules/')).replace(/\/$/, '');
}

function removeTree(packages: LockedPackages, path: string): void {
  for (const inner of Object.keys(packages)) {
    if (inner === path || inner.startsWith(`${path}/`)) delete packages[inner];
  }
}

function lockedReplacement({ version, path, integrity, manifest }: Replacement): Locked {
  const { license, dependencies, engines } = manifest as Locked;
  return { version, resolved: `file:${path}`, integrity, license, dependencies, engines };
}

function flags(given: Record<string, unknown>): Partial<Locked> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

/** In npm's order. */
function sorted(packages: LockedPackages): LockedPackages {
  return Object.fromEntries(Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, 'en')));
}
