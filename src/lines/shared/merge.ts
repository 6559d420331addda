/** Merges objects with their inherited members, as 4.x does with options, locals and parameters. */
export function mergeInherited(...sources: unknown[]): Record<string, any> {
  const merged: Record<string, any> = {};
  for (const source of sources) {
    for (const key in source as Record<string, any>) merged[key] = (source as Record<string, any>)[key];
  }
  return merged;
}
