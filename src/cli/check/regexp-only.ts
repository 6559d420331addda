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
  if (matcher.kind === 'unknown') return 'it matches by something that is not its path any more';
  return regexp ? 'its path is a regular expression' : 'its path can only be read by its regular expression';
}

function costOf({ key, row }: Entry, entries: readonly Entry[]): string {
  const inside = entries.filter((other) => other.key.startsWith(`${key}.`)).length;
  const asked = 'every request that comes by, of any method, runs its expression once';
  if (row.kind !== 'mount') return `${asked}.`;
  return `${asked}, and the ${inside} layers mounted in it have a tree of their own, searched after that.`;
}
