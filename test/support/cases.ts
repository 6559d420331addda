/** How many random cases a property is tried with: `count`, or the share of it that `npm run check` asks for. */
export function cases(count: number): number {
  return Math.max(1, Math.round(count * Number(process.env.MAGLEV_SHARE_OF_CASES ?? 1)));
}
