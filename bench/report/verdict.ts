/** Figures as text, and comparisons as sentences. */
import { intervalText, isNoisy, sentenceOf, summary } from '../shared.js';
import type { Cell, Spread } from './reports.js';

/** A share in percent, with its interval. */
export function shareText(share: Spread): string {
  return spreadText(share, (value) => (value * 100).toFixed(0));
}

/** A median with its interval, or a wide interval alone. */
export function spreadText(spread: Spread, show: (value: number) => string): string {
  return isNoisy(spread) ? `${show(spread.low)}-${show(spread.high)}` : intervalText(spread, show);
}

/** Compares two subjects by their costs relative to the base in the same round. */
export function comparison(one: Named, other: Named): string {
  const ratios = one.share.values.map((share, round) => share / other.share.values[round]!);
  return sentenceOf(one.name, other.name, summary(ratios));
}

type Named = Pick<Cell, 'name' | 'share'>;
