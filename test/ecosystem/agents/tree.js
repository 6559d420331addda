/**
 * Spans (with `id`, `parent`, `start` and the compared `data`) as trees, ordered by start, or by their text if their times
 * are too coarse.
 */
export function treesOf(spans, { isCoarse = false } = {}) {
  const ids = new Set(spans.map(({ id }) => id));
  const childrenOf = (parent) => {
    const children = spans.filter((span) =>
      parent === null ? !ids.has(span.parent) : span.parent === parent,
    );
    children.sort((one, other) => (one.start < other.start ? -1 : one.start > other.start ? 1 : 0));
    const trees = children.map(({ id, data }) => {
      const below = childrenOf(id);
      return below.length === 0 ? data : { ...data, children: below };
    });
    return isCoarse
      ? trees.sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1))
      : trees;
  };
  return childrenOf(null);
}

/** A deep copy without the keys that match an expression, and with other values replaced by the result of a function. */
export function cleaned(value, left, changes = {}) {
  if (Array.isArray(value)) return value.map((one) => cleaned(one, left, changes));
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([key]) => !left.test(key));
  return Object.fromEntries(
    kept
      .map(([key, one]) => [key, key in changes ? changes[key](one) : cleaned(one, left, changes)])
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  );
}

/** The first line of a stack, and its first application frame. */
export function ownFrames(stack) {
  const [message, ...frames] = String(stack).split('\n');
  return [message, frames.find((frame) => frame.includes('/agents/application.cjs'))?.trim()];
}
