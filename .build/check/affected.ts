import type { Imports } from '../imports.js';

/** The files among `files` that are changed, or import a changed one, directly or through others. */
export function affectedBy(
  changed: ReadonlySet<string>,
  imports: Imports,
  files: readonly string[],
): string[] {
  const importers = invert(imports);
  const reached = new Set<string>();
  const waiting = [...changed];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (reached.has(file)) continue;
    reached.add(file);
    waiting.push(...(importers.get(file) ?? []));
  }
  return files.filter((file) => reached.has(file));
}

/** The importers of each file. */
function invert(imports: Imports): Map<string, string[]> {
  const importers = new Map<string, string[]>();
  for (const [from, targets] of imports) {
    for (const to of targets) importers.set(to, [...(importers.get(to) ?? []), from]);
  }
  return importers;
}
