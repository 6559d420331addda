/**
 * Spans (with `id`, `parent`, `start` and what is to be compared, `data`) as trees: those first that have begun first, or
 * in the order of their text where their times are too coarse.
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

/** A copy without the keys that an expression matches, at any depth, and with others replaced by what a function makes of their values. */
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

/** Of a stack its first line, and the first frame that is the application's. */
export function ownFrames(stack) {
  const [message, ...frames] = String(stack).split('\n');
  return [message, frames.find((frame) => frame.includes('/agents/application.cjs'))?.trim()];
}
