import type { Occurrence } from './flatten.js';
import type { Matchable } from './ir.js';

/** Methods that have the same layers. */
export interface Group<L extends Matchable> {
  readonly methods: string[];
  /** Whether this group also answers for all methods that have no group. */
  readonly any: boolean;
  readonly occurrences: readonly Occurrence<L>[];
}

/** Methods whose answer depends on the routes of other methods: HEAD falls to GET, OPTIONS lists them all. */
const CROSS_METHODS = new Set(['HEAD', 'OPTIONS']);

/** One group per distinct set of layers, so that `all` routes do not multiply the work by every method. */
export function* groupMethods<L extends Matchable>(
  occurrences: readonly Occurrence<L>[],
): Generator<void, Group<L>[]> {
  const groups: Group<L>[] = [{ methods: [], any: true, occurrences }];
  for (const method of namedMethods(occurrences)) {
    yield;
    const own = occurrences.filter(({ opaque, record: { methods, live } }) => {
      // Asking an opaque layer can have effects (a global RegExp remembers where it was): no method may skip it.
      return opaque || live || methods === null || methods === '*' || methods.includes(method);
    });
    const same = groups.find((group) => isSame(group.occurrences, own));
    if (same) same.methods.push(method);
    else groups.push({ methods: [method], any: false, occurrences: own });
  }
  return groups;
}

function namedMethods<L extends Matchable>(occurrences: readonly Occurrence<L>[]): Set<string> {
  const names = new Set<string>();
  for (const { record } of occurrences) {
    if (record.methods === null || record.methods === '*') continue;
    for (const method of record.methods) if (!CROSS_METHODS.has(method)) names.add(method);
  }
  return names;
}

function isSame<T>(a: readonly T[], b: readonly T[]): boolean {
  return a.length === b.length && a.every((value, i) => value === b[i]);
}
