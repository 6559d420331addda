/** The number of random cases and their seed, from the environment, so that any run can be repeated. */
import { cases as sharedCases } from '../support/cases.js';

export function casesFrom(environment: NodeJS.ProcessEnv, standard: number): number {
  const cases = Number(environment.MAGLEV_CASES ?? sharedCases(standard));
  if (Number.isInteger(cases) && cases > 0) return cases;
  throw new Error(`MAGLEV_CASES takes a positive integer; got ${environment.MAGLEV_CASES}`);
}

export function seedFrom(environment: NodeJS.ProcessEnv): number {
  const seed = Number(environment.MAGLEV_SEED ?? Date.now() % 1_000_000_000);
  if (Number.isInteger(seed)) return seed;
  throw new Error(`MAGLEV_SEED takes an integer; got ${environment.MAGLEV_SEED}`);
}
