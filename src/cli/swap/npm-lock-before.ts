import { HOME } from './home.js';
import { isObject, isReplacement } from './put-back.js';

interface Entry {
  readonly version?: string;
  readonly resolved?: string;
  readonly [section: string]: unknown;
}

export type Entries = Readonly<Record<string, Entry>>;

/** What a swap left in each place of an npm lockfile where it changed the package; null where it left none. */
export type Left = Readonly<Record<string, string | null>>;

/** The places of an npm lockfile that differ between two texts, with what the later one has there. */
export function leftBy(before: Entries, after: Entries): Left {
  const places = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(isInstalled);
  const changed = places.filter((place) => identityOf(before[place]) !== identityOf(after[place]));
  return Object.fromEntries(changed.map((place) => [place, identityOf(after[place])]));
}

/**
 * The packages of an npm lockfile without the replacements. Each place where the swap changed the package gets its original,
 * unless it was changed since. npm has to install from the result, and completes it.
 */
export function entriesBefore(
  now: Entries,
  before: Entries,
  left: Left,
  manifestOf: (file: string) => unknown,
): Entries {
  const replaced = Object.keys(now).filter((place) => now[place]!.resolved?.startsWith(`file:${HOME}/`));
  const isReplaced = (place: string) => {
    return replaced.some((one) => place === one || place.startsWith(`${one}/`));
  };
  const isLeft = (place: string) => Object.hasOwn(left, place) && identityOf(now[place]) === left[place];
  const isOfSwap = (place: string) => isReplaced(place) || isLeft(place);
  const kept = Object.entries(now)
    .filter(([place]) => !isOfSwap(place))
    .map(([place, entry]) => [place, isInstalled(place) ? entry : withOriginals(place, entry, manifestOf)]);
  const back = Object.entries(before).filter(([place]) => isOfSwap(place));
  const entries = Object.fromEntries([...kept, ...back]) as Entries;
  return Object.fromEntries(Object.entries(entries).filter(([place]) => hasParents(place, entries)));
}

/** Whether an entry is not that of the project or of a workspace, whose version is that of its package.json. */
function isInstalled(place: string): boolean {
  return place.split('/').includes('node_modules');
}

function identityOf(entry: Entry | undefined): string | null {
  return entry === undefined ? null : (entry.resolved ?? entry.version ?? '');
}

/** The entry of the project or of a workspace, with the dependencies on Express of its package.json. */
function withOriginals(place: string, entry: Entry, manifestOf: (file: string) => unknown): Entry {
  const sections = Object.entries(entry).map(([name, section]): [string, unknown] => {
    if (!isObject(section) || !Object.values(section).some(isReplacement)) return [name, section];
    const manifest = manifestOf(place === '' ? 'package.json' : `${place}/package.json`);
    const own = isObject(manifest) && isObject(manifest[name]) ? manifest[name] : {};
    const specs = Object.entries(section).map(([key, spec]) => [key, isReplacement(spec) ? own[key] : spec]);
    const known = specs.filter(([, spec]) => spec !== undefined);
    return [name, known.length > 0 ? Object.fromEntries(known) : undefined];
  });
  return Object.fromEntries(sections.filter(([, section]) => section !== undefined));
}

/** Whether the packages that contain a package are there too: one of them may have been removed since. */
function hasParents(place: string, entries: Entries): boolean {
  const end = place.lastIndexOf('/node_modules/');
  if (end < 0) return true;
  const parent = place.slice(0, end);
  return Object.hasOwn(entries, parent) && hasParents(parent, entries);
}
