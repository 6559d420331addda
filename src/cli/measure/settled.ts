/** Whether code has run long enough for the JIT compilers to finish, judged by the cost of bursts of requests. */

/** The number of bursts that are compared. */
const WINDOW = 4;
/** A difference below this share is chance. */
const CHANCE = 0.97;

/** The last two bursts were cheaper than the two before, by more than chance. */
export function isFalling(costs: readonly number[]): boolean {
  const [a, b, c, d] = costs.slice(-WINDOW);
  if (d === undefined) return false;
  return Math.min(c!, d) < CHANCE * Math.min(a!, b!);
}

/** What some requests cost: microseconds of CPU time for each of them, and milliseconds for all. */
export interface Burst {
  readonly cost: number;
  readonly spent: number;
}

/** The minimum CPU time of a warm-up in milliseconds: a busy machine must not make it shorter. */
const LEAST = 1500;

export interface Unsettled<Subject> {
  readonly subject: Subject;
  /** Milliseconds of CPU time that its warm-up took. */
  readonly spent: number;
}

/** Runs bursts of all subjects in turn until none gets cheaper, or the time is over; resolves with those that still do. */
export async function settle<Subject>(
  subjects: readonly Subject[],
  run: (subject: Subject) => Promise<Burst>,
  isOver: () => boolean,
): Promise<Unsettled<Subject>[]> {
  const bursts = subjects.map((): Burst[] => []);
  do {
    for (const [i, subject] of subjects.entries()) bursts[i]!.push(await run(subject));
  } while (!isOver() && !bursts.every(isSettled));
  return subjects
    .map((subject, i) => ({ subject, bursts: bursts[i]! }))
    .filter((one) => !isSettled(one.bursts))
    .map((one) => ({ subject: one.subject, spent: spentIn(one.bursts) }));
}

function isSettled(bursts: readonly Burst[]): boolean {
  const isEnough = spentIn(bursts) >= LEAST && bursts.length >= WINDOW;
  return isEnough && !isFalling(bursts.map(({ cost }) => cost));
}

function spentIn(bursts: readonly Burst[]): number {
  return bursts.reduce((sum, { spent }) => sum + spent, 0);
}

/**
 * Why the code may still have been getting faster, with the names of the subjects that had not settled; null if all had. It does
 * not say how many seconds would be enough: code gets cheaper while it warms up, so that requests that wait use less
 * and less CPU time.
 */
export function unsettledBy(cold: readonly Unsettled<string>[]): string | null {
  if (cold.length === 0) return null;
  const names = cold.map(({ subject }) => subject).join(' and ');
  const spent = Math.min(...cold.map((one) => one.spent));
  return spent >= LEAST
    ? `${names} had not warmed up in the time available`
    : `${names} had used ${inSeconds(spent)} of the ${inSeconds(LEAST)} s of CPU time that a warm-up needs, because requests wait, the machine is busy or the run is short`;
}

/** Rounded down, so that an insufficient time does not look sufficient. */
function inSeconds(milliseconds: number): string {
  return (Math.floor(milliseconds / 100) / 10).toFixed(1);
}
