/** For tests that cannot pass under some conditions of `npm run test:future-node`. */
import type { Condition } from '../future/conditions.js';

/** For the option `skip` of a test: false, or the one of these conditions under which it runs. */
export function skipIf(...conditions: readonly Condition[]): false | string {
  const condition = process.env.MAGLEV_TEST_CONDITION;
  return conditions.some((one) => one === condition) && `${condition}`;
}
