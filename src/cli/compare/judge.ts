/** Distinguishes differences between the two sides from differences between responses of one side. */

/** The values of one part of the responses of both sides, round by round. */
export interface Series {
  readonly express: readonly string[];
  readonly maglev: readonly string[];
}

export type State =
  | 'same'
  /** Changes on both sides by itself. */
  | 'varies'
  | 'differs'
  /** Not decided yet: the request has to be repeated. */
  | 'open';

/** The accepted probability of a false positive. */
const CHANCE = 1e-6;

/**
 * If both sides drew their values from the same distribution, the probability that one side always draws a value that the other
 * one never draws gets smaller with each round.
 */
export function judge({ express, maglev }: Series): State {
  const differing = express.filter((value, round) => value !== maglev[round]).length;
  if (differing === 0) return 'same';
  if (isVarying(express) && isVarying(maglev)) return 'varies';
  return chanceOf(express.length, differing) < CHANCE ? 'differs' : 'open';
}

export function differs({ express, maglev }: Series): boolean {
  return express.some((value, round) => value !== maglev[round]);
}

export function isVarying(values: readonly string[]): boolean {
  return values.some((value) => value !== values[0]);
}

/** The probability that all odd values are on the same side. */
function chanceOf(rounds: number, odd: number): number {
  let chance = 1;
  for (let i = 0; i < odd; i++) chance *= (rounds - i) / (2 * rounds - i);
  return chance;
}
