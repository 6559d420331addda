import type { Layer } from '../inspect/steps.js';
import { type Entry, type Finding, finding, type Subject } from './finding.js';

/** Finds regexp-only layers, and reports what they cost. */
export function regexpOnlyRule({ entries }: Subject): Finding[] {
  return entries.flatMap((entry) => {
    const { layer } = entry;
    if (layer.pattern !== null || layer.refused || layer.matcher.kind === 'below') return [];
    const message = `${reasonOf(layer)}, so it is not in the tree: ${costOf(entry, entries)}`;
    return [finding(entry, { rule: 'regexp-only', level: 'note', message })];
  });
}

function reasonOf({ matcher, regexp }: Layer): string {
  if (matcher.kind === 'unknown') return 'it no longer matches by its path';
  return regexp
    ? 'its path is a regular expression'
    : 'only its regular expression can decide what it matches';
}

function costOf({ key, row }: Entry, entries: readonly Entry[]): string {
  const inside = entries.filter((other) => other.key.startsWith(`${key}.`)).length;
  const cost = 'every request that reaches it, of any method, runs its expression once';
  if (row.kind !== 'mount') return `${cost}.`;
  return `${cost}, and the ${inside} layers mounted in it have their own tree, which is searched after that.`;
}
