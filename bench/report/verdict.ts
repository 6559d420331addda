/** Figures as sentences, unless they are too noisy to compare. */
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

/** Compares two subjects by their costs relative to the base in the same round. */
export function comparison(one: Named, other: Named): string {
  return verdictText(
    one.name,
    other.name,
    one.share.values.map((share, round) => share / other.share.values[round]!),
  );
}

/** Compares two subjects by the ratios of their costs, one per round. */
export function verdictText(oneName: string, otherName: string, ratios: readonly number[]): string {
  const { median, low, high } = summary(ratios);
  if (!isNoisy({ median, low, high })) return sentenceOf(oneName, otherName, summary(ratios));
  return `${oneName} and ${otherName}: ${NOISE}, the latter costs ${factor(low)} to ${factor(high)} times what the former does.`;
}

type Named = Pick<Cell, 'name' | 'share'>;
