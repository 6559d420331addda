/** What figures mean in words, unless they are too noisy to mean anything. */
import { factor, isNoisy, sentenceOf, summary } from '../shared.js';
import type { Cell, Spread } from './reports.js';

const NOISE = 'too noisy to tell';

/** A share in percent, with its interval. */
export function shareText(share: Spread): string {
  const percent = (value: number) => (value * 100).toFixed(0);
  return spreadOrNoise(share, percent);
}

export function spreadOrNoise(spread: Spread, show: (value: number) => string): string {
  const range = `(${show(spread.low)}-${show(spread.high)})`;
  return `${isNoisy(spread) ? NOISE : show(spread.median)} ${range}`;
}

/** One subject against another, by what both cost beside the base in the same round. */
export function comparison(one: Named, other: Named): string {
  return said(
    one.name,
    other.name,
    one.share.values.map((share, round) => share / other.share.values[round]!),
  );
}

/** Of how many times more the other costs, time by time. */
export function said(oneName: string, otherName: string, ratios: readonly number[]): string {
  const { median, low, high } = summary(ratios);
  if (!isNoisy({ median, low, high })) return sentenceOf(oneName, otherName, summary(ratios));
  return `${oneName} and ${otherName}: ${NOISE}, the latter costs ${factor(low)} to ${factor(high)} times what the former does.`;
}

type Named = Pick<Cell, 'name' | 'share'>;
