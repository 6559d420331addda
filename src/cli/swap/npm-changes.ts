import { dependenciesOf, nearest } from './npm-lock.js';
import type { LockedPackages } from './plan.js';

/** A package that another one gets in another version than before. */
export interface OtherChange {
  /** The package that depends on it. */
  readonly name: string;
  readonly text: string;
}

/**
 * What packages that are in both npm lockfiles, at the same place and in the same version, get in other versions, apart from
 * Express.
 */
export function otherChanges(before: LockedPackages, after: LockedPackages): OtherChange[] {
  const same = Object.keys(after).filter((place) => {
    return before[place] !== undefined && before[place].version === after[place]!.version;
  });
  return same
    .filter((place) => !/(^|\/)node_modules\/express$/.test(place))
    .flatMap((place) => {
      const names = Object.keys({
        ...dependenciesOf(after[place]!),
        ...(isInstalled(place) ? {} : (after[place] as { devDependencies?: object }).devDependencies),
      });
      return names.flatMap((name) => {
        const [from, to] = [before, after].map((packages) => versionFor(packages, place, name));
        if (name === 'express' || from === undefined || to === undefined || from === to) return [];
        return [{ name: nameOf(place, after), text: `${name} ${from} became ${to}` }];
      });
    });
}

function versionFor(packages: LockedPackages, place: string, name: string): string | undefined {
  const found = nearest(packages, place, name);
  return found === null ? undefined : packages[found]!.version;
}

function isInstalled(place: string): boolean {
  return place.split('/').includes('node_modules');
}

/** npm omits the name of a package if it is that of its folder. */
function nameOf(place: string, packages: LockedPackages): string {
  const { name } = packages[place]!;
  if (name !== undefined || isInstalled(place)) return name ?? place.split('node_modules/').at(-1)!;
  return place.split('/').at(-1)!;
}
