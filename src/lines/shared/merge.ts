/** Copies of objects that hold what they inherited as well: 4.x takes options, locals and parameters so, 5.x only own ones. */
export function mergeInherited(...sources: unknown[]): Record<string, any> {
  const merged: Record<string, any> = {};
  for (const source of sources) {
    for (const key in source as Record<string, any>) merged[key] = (source as Record<string, any>)[key];
  }
  return merged;
}
