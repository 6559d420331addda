const share = Number(process.env.MAGLEV_SHARE_OF_CASES ?? 1);

/** Whether only the tests that take seconds run, as in `npm run check`. */
export const isQuick = process.env.MAGLEV_QUICK === '1';

/** How many random cases a property runs: `count`, or the share of it that `npm run check` and `.ci/run` set. */
export function cases(count: number): number {
  return Math.max(1, Math.round(count * share));
}
