/** How many random cases a property runs: `count`, or the share of it that `npm run check` sets. */
export function cases(count: number): number {
  return Math.max(1, Math.round(count * Number(process.env.MAGLEV_SHARE_OF_CASES ?? 1)));
}
