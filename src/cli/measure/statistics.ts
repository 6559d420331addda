/** Medians, spreads, and comparisons of two subjects. */

export interface Summary {
  readonly median: number;
  readonly low: number;
  readonly high: number;
  readonly values: readonly number[];
}

/**
 * Median of the values, with an interval for the true median, and all values. From five values on it holds it nine times
 * in ten or better; of three it is lowest to highest, and misses it one time in four. That takes values independent of
 * each other: rounds of one process are less so than processes.
 */
export function summary(values: readonly number[]): Summary {
  const sorted = [...values].sort((a, b) => a - b);
  const skipped = skippedAtEachEnd(sorted.length);
  return { median: middle(sorted), low: sorted[skipped]!, high: sorted.at(-1 - skipped)!, values };
}

/** An interval that is wider than this share of its median allows no verdict; more rounds make it narrower. */
export const NOISY = 0.1;

export function isNoisy({ median, low, high }: Omit<Summary, 'values'>): boolean {
  return high - low > NOISY * median;
}

/**
 * How many times more `other` costs than `one`: by pairs, as the figures of one round saw the same noise. Above 1, `one`
 * is the cheaper one.
 */
export function ratio(one: Summary, other: Summary): Summary {
  return summary(one.values.map((value, round) => other.values[round]! / value));
}

/**
 * The ratio with an interval that holds those of its halves as well, the first and the second as the odd and the even rounds:
 * a run that disagrees with itself has a wide one.
 */
export function steadyRatio(one: Summary, other: Summary): Summary {
  const whole = ratio(one, other);
  const medians = halvesOf(whole.values).map((half) => summary(half).median);
  return { ...whole, low: Math.min(whole.low, ...medians), high: Math.max(whole.high, ...medians) };
}

function halvesOf(values: readonly number[]): number[][] {
  const middle = values.length / 2;
  const parts: ((round: number) => boolean)[] = [(round) => round < middle, (round) => round % 2 === 0];
  return parts
    .flatMap((isIn) => [values.filter((_, i) => isIn(i)), values.filter((_, i) => !isIn(i))])
    .filter((half) => half.length > 0);
}

/** A tie if the spread of the ratio includes 1. */
export function verdict(one: Summary, other: Summary): 'cheaper' | 'costlier' | 'tie' {
  return verdictOf(ratio(one, other));
}

export function verdictOf({ low, high }: Summary): 'cheaper' | 'costlier' | 'tie' {
  if (low > 1) return 'cheaper';
  return high < 1 ? 'costlier' : 'tie';
}

/** The verdict as a sentence; the figures are costs, so less is better. */
export function sentenceOf(oneName: string, otherName: string, ratio: Summary): string {
  const { median, low, high } = ratio;
  const times = (value: number, a: number, b: number) => `${factor(value)} times (${factor(a)}-${factor(b)})`;
  const said = verdictOf(ratio);
  if (said === 'tie') return `${oneName} and ${otherName} are tied: the difference is inside the spread.`;
  return said === 'cheaper'
    ? `${otherName} costs ${times(median, low, high)} what ${oneName} costs.`
    : `${oneName} costs ${times(1 / median, 1 / high, 1 / low)} what ${otherName} costs.`;
}

/** The value below which the given share of the sorted values lies. */
export function percentile(sorted: ArrayLike<number>, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
}

export function factor(value: number): string {
  return value >= 10 ? value.toFixed(0) : value.toFixed(2);
}

function middle(sorted: readonly number[]): number {
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2;
}

/** Each value lies below the true median as often as a coin shows heads: count the coins that may fall together. */
function skippedAtEachEnd(count: number): number {
  // By its logarithm: what is too little to be told from nothing grows into what counts.
  let logarithm = -count * Math.LN2;
  let tail = Math.exp(logarithm);
  for (let skipped = 0; skipped < count; skipped++) {
    logarithm += Math.log((count - skipped) / (skipped + 1));
    tail += Math.exp(logarithm);
    if (tail > 0.05) return skipped;
  }
  return 0;
}
