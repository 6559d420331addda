/** Flattens arrays, with undefined for holes, which `Array.prototype.flat` skips. */
export function flatten(
  list: ArrayLike<unknown>,
  depth = Number.POSITIVE_INFINITY,
  into: unknown[] = [],
): unknown[] {
  for (let index = 0; index < list.length; index++) {
    const value = list[index];
    if (depth > 0 && Array.isArray(value)) flatten(value, depth - 1, into);
    else into.push(value);
  }
  return into;
}
