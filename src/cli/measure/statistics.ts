/** Medians, spreads, and comparisons of two subjects. */

export interface Summary {
  readonly median: number;
  readonly low: number;
  readonly high: number;
  readonly values: readonly number[];
}

/**
 * The median of the values, an interval for the true median, and all values. With five values or more, the interval contains the
 * true median in at least 90 % of all cases. With three, it is lowest to highest, and misses it in 25 %. This assumes independent
 * values: rounds of one process are less independent than processes.
 */
export function summary(values: readonly number[]): Summary {
  const sorted = [...values].sort((a, b) => a - b);
  const skipped = skippedAtEachEnd(sorted.length);
  return { median: middle(sorted), low: sorted[skipped]!, high: sorted.at(-1 - skipped)!, values };
}

/** An interval that is wider than this share of its median is reported instead of it; more rounds make it narrower. */
export const NOISY = 0.1;

export function isNoisy({ median, low, high }: Omit<Summary, 'values'>): boolean {
  return high - low > NOISY * median;
}

/**
 * How many times more `other` costs than `one`. Computed by pairs, because the figures of one round saw the same noise. Above
 * 1, `one` is cheaper.
 */
export function ratio(one: Summary, other: Summary): Summary {
  return summary(one.values.map((value, round) => other.values[round]! / value));
}

/**
 * The ratio, with an interval that includes the ratios of its halves, both first and second half and odd and even rounds: a run
 * that is inconsistent has a wide interval.
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

/** The inverse of a ratio: how many times more the other one costs. */
export function inverse({ median, low, high }: Omit<Summary, 'values'>): Omit<Summary, 'values'> {
  return { median: 1 / median, low: 1 / high, high: 1 / low };
}

/** A median and its interval, unless both ends of that are shown as the same. */
export function intervalText(
  { median, low, high }: Omit<Summary, 'values'>,
  show: (value: number) => string,
): string {
  const [from, to] = [show(low), show(high)];
  return from === to ? show(median) : `${show(median)} (${from}-${to})`;
}

/** The verdict as a sentence; the figures are costs, so less is better. */
export function sentenceOf(oneName: string, otherName: string, ratio: Summary): string {
  const verdict = verdictOf(ratio);
  if (verdict === 'cheaper') return `${otherName} costs ${timesText(ratio)} what ${oneName} costs.`;
  if (verdict === 'costlier') return `${oneName} costs ${timesText(inverse(ratio))} what ${otherName} costs.`;
  return isNoisy(ratio)
    ? `${oneName} and ${otherName}: too noisy to tell which costs less; the latter costs ${rangeText(ratio)} what the former costs.`
    : `${oneName} and ${otherName} are tied: the difference is within the spread.`;
}

/** A range if the interval is wide. */
function timesText(ratio: Omit<Summary, 'values'>): string {
  const { median, low, high } = ratio;
  if (isNoisy(ratio)) return rangeText(ratio);
  const [from, to] = [factor(low), factor(high)];
  return `${factor(median)} times${from === to ? '' : ` (${from}-${to})`}`;
}

function rangeText({ low, high }: Omit<Summary, 'values'>): string {
  return `${factor(low)} to ${factor(high)} times`;
}

/** The percentile: the value below which the given share of the sorted values lies. */
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

/** Each value is below the true median with a probability of 50 %: sums the binomial tail up to 5 %. */
function skippedAtEachEnd(count: number): number {
  // Computed by logarithms, because the first terms underflow for large counts.
  let logarithm = -count * Math.LN2;
  let tail = Math.exp(logarithm);
  for (let skipped = 0; skipped < count; skipped++) {
    logarithm += Math.log((count - skipped) / (skipped + 1));
    tail += Math.exp(logarithm);
    if (tail > 0.05) return skipped;
  }
  return 0;
}
