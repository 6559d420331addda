/** Whether a version is in a range. Supports the common forms; returns false for others, which are then overridden. */
export function satisfies(version: string, range: string): boolean {
  return range.split('||').some((part) =>
    part
      .trim()
      .split(/\s+(?![\d.]+)/)
      .every((one) => isIn(version, one)),
  );
}

function isIn(version: string, comparator: string): boolean {
  const parsed = /^(\^|~|>=|)\s*v?(\d+|[x*])(?:\.(\d+|[x*]))?(?:\.(\d+|[x*]))?$/.exec(comparator);
  if (comparator === '' || parsed === null) return comparator === '';
  const [, operator, ...parts] = parsed;
  const numbers = parts.filter((part) => part !== undefined && /\d/.test(part)).map(Number);
  const has = version.split('.').map(Number);
  const isNewEnough = numbers.reduce((order, number, i) => order || has[i]! - number, 0) >= 0;
  const isAlike = (count: number) => numbers.slice(0, count).every((number, i) => has[i] === number);
  if (operator === '>=') return isNewEnough;
  if (operator === '^') return isNewEnough && isAlike(numbers[0] === 0 ? 2 : 1);
  if (operator === '~') return isNewEnough && isAlike(2);
  return isAlike(3);
}
