import type { Occurrence } from './flatten.js';
import type { Matchable } from './ir.js';
import { Pace, type Steps } from './steps.js';

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
): Steps<MethodGroup<L>[]> {
  const groups: MethodGroup<L>[] = [{ methods: [], any: true, occurrences }];
  for (const method of yield* namedMethods(occurrences)) {
    const own = yield* occurrencesFor(method, occurrences);
    const same = groups.find((group) => haveSameElements(group.occurrences, own));
    if (same) same.methods.push(method);
    else groups.push({ methods: [method], any: false, occurrences: own });
  }
  return groups;
}

function* namedMethods<L extends Matchable>(occurrences: readonly Occurrence<L>[]): Steps<Set<string>> {
  const names = new Set<string>();
  const pace = new Pace();
  for (const { record } of occurrences) {
    const { methods } = record;
    if (methods !== null && methods !== '*')
      for (const method of methods) if (!CROSS_METHODS.has(method)) names.add(method);
    if (pace.isDue(1 + (methods?.length ?? 0))) yield;
  }
  return names;
}

function* occurrencesFor<L extends Matchable>(
  method: string,
  occurrences: readonly Occurrence<L>[],
): Steps<Occurrence<L>[]> {
  const own: Occurrence<L>[] = [];
  const pace = new Pace();
  for (const occurrence of occurrences) {
    const { regexpOnly, record } = occurrence;
    const { methods, live } = record;
    // Calling a regexp-only layer can have side effects (a global RegExp changes its `lastIndex`): no method may skip it.
    if (regexpOnly || live || methods === null || methods === '*' || methods.includes(method))
      own.push(occurrence);
    if (pace.isDue(1 + (methods?.length ?? 0))) yield;
  }
  return own;
}

function haveSameElements<T>(a: readonly T[], b: readonly T[]): boolean {
  return a.length === b.length && a.every((value, i) => value === b[i]);
}
