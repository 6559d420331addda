import type { Occurrence } from './flatten.js';
import type { Matchable } from './ir.js';

/** Methods that have the same layers. */
export interface MethodGroup<L extends Matchable> {
  readonly methods: string[];
  /** Whether this group is also used for all methods without a group. */
  readonly any: boolean;
  readonly occurrences: readonly Occurrence<L>[];
}

/** Methods that need the routes of other methods: HEAD runs those of GET, OPTIONS lists all. */
const CROSS_METHODS = new Set(['HEAD', 'OPTIONS']);

/** One group for each distinct set of layers, so that a route for all methods is not compiled for each of them. */
export function* groupMethods<L extends Matchable>(
  occurrences: readonly Occurrence<L>[],
): Generator<void, MethodGroup<L>[]> {
  const groups: MethodGroup<L>[] = [{ methods: [], any: true, occurrences }];
  for (const method of namedMethods(occurrences)) {
    yield;
    const own = occurrences.filter(({ regexpOnly, record: { methods, live } }) => {
      // Calling a regexp-only layer can have side effects (a global RegExp changes its `lastIndex`): no method may skip it.
      return regexpOnly || live || methods === null || methods === '*' || methods.includes(method);
    });
    const same = groups.find((group) => haveSameElements(group.occurrences, own));
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

function haveSameElements<T>(a: readonly T[], b: readonly T[]): boolean {
  return a.length === b.length && a.every((value, i) => value === b[i]);
}
