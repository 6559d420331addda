/** Flattens arrays, with undefined for holes, which `Array.prototype.flat` skips. */
export function flatten(
  list: ArrayLike<unknown>,
  depth = Number.POSITIVE_INFINITY,
  into: unknown[] = [],
): unknown[] {
  /** From the outermost array to the innermost. Not recursive, because arrays may be nested deeply. */
  const open = [{ list, next: 0 }];
  while (open.length > 0) {
    const array = open.at(-1)!;
    // A value without a numeric length is empty.
    if (array.next < array.list.length) {
      const value = array.list[array.next++];
      if (depth > open.length - 1 && Array.isArray(value)) open.push({ list: value, next: 0 });
      else into.push(value);
    } else {
      open.pop();
    }
  }
  return into;
}

/** The first element of nested arrays, which tells a path from a handler. Other values are returned unchanged. */
export function firstElement(value: unknown): unknown {
  let element = value;
  while (Array.isArray(element) && element.length > 0) element = element[0];
  return element;
}
