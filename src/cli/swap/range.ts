/** The majors that maglev supports. */
const MAJORS = [3, 4, 5];

/** Those that a range accepts, in order; undefined if it is not a range, or one of an unusual form. */
export function majorsIn(range: string): string[] | undefined {
  const parts = range
    .replace(/^npm:(express@)?/, '')
    .split('||')
    .map(boundsOf);
  if (parts.some((bounds) => bounds === undefined)) return undefined;
  const isIn = (major: number) =>
    parts.some((bounds) => bounds!.every(([min, max]) => min <= major && major <= max));
  return MAJORS.filter(isIn).map(String);
}

type Bounds = readonly [min: number, max: number];
const VERSION = 'v?(\\d+|[xX*])(?:\\.(\\d+|[xX*]))?(?:\\.(\\d+|[xX*]))?';
const COMPARATOR = new RegExp(`^(\\^|~|>=?|<=?|=|)\\s*${VERSION}$`);
const HYPHEN = new RegExp(`^${VERSION}\\s+-\\s+${VERSION}$`);

/** The lowest and the highest major of each comparator of a part between `||`. */
function boundsOf(part: string): Bounds[] | undefined {
  const text = part.trim();
  const hyphen = HYPHEN.exec(text);
  const comparators = hyphen
    ? [`>=${text.split(/\s+-\s+/)[0]}`, `<=${text.split(/\s+-\s+/)[1]}`]
    : text.replace(/(?<=[\^~<>=])\s+/g, '').split(/\s+/);
  const bounds = comparators.map(majorsOf);
  return bounds.every((one) => one !== undefined) ? bounds : undefined;
}

function majorsOf(comparator: string): Bounds | undefined {
  if (comparator === '') return [0, Number.POSITIVE_INFINITY];
  const [found, operator = '', first = '', ...rest] = COMPARATOR.exec(comparator) ?? [];
  if (found === undefined) return undefined;
  const major = Number(first);
  if (Number.isNaN(major)) return [0, Number.POSITIVE_INFINITY];
  const [minor, patch] = rest.map((one) => Number(one));
  // `>4` means `>=5.0.0`, and `<5.0.0` has no version of 5.
  if (operator === '>') return [Number.isNaN(minor) ? major + 1 : major, Number.POSITIVE_INFINITY];
  if (operator === '>=') return [major, Number.POSITIVE_INFINITY];
  if (operator === '<') return [0, minor! > 0 || patch! > 0 ? major : major - 1];
  return [operator === '<=' ? 0 : major, major];
}

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
