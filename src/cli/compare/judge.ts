/** Tells what differs between two sides from what differs from one response to the next. */

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
  /** Not known yet: has to be asked again. */
  | 'open';

/** How probable it may be that something is called a difference which is none. */
const CHANCE = 1e-6;

/**
 * If both sides drew their values from the same hat, one side would draw the same value each time and the other one never
 * only by a chance that gets smaller with each round.
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

/** That of all values, of which some are odd, every odd one is on the same of two sides. */
function chanceOf(rounds: number, odd: number): number {
  let chance = 1;
  for (let i = 0; i < odd; i++) chance *= (rounds - i) / (2 * rounds - i);
  return chance;
}
