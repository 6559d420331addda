/** Rounds in which the base runs next to each of the other subjects, so that noise affects both. */
import { type Cost, type Summary, summary } from '../shared.js';

/** The figures of a subject, and of the base directly before or after it. */
export interface Pair<Figures> {
  readonly own: Figures;
  readonly base: Figures;
}

/** A subject relative to the base: medians of all pairs with their intervals. */
export interface Beside {
  /** CPU time per request of the base as a share of its own: above 1 it is cheaper than the base. */
  readonly share: Summary;
  /** Its p99 as a multiple of the base's. */
  readonly p99Ratio: Summary;
}

/**
 * `run(subject, round)` resolves with the measured figures. A round is `base a b base c d base e`, starting at another
 * subject each time. Returns the pairs of each subject; the base is paired with itself.
 */
export async function measurePairs<Subject, Figures>(
  base: Subject,
  others: readonly Subject[],
  count: number,
  run: (subject: Subject, round: number) => Promise<Figures>,
): Promise<Map<Subject, Pair<Figures>[]>> {
  const pairs = new Map([base, ...others].map((subject): [Subject, Pair<Figures>[]] => [subject, []]));
  for (let round = 0; round < count; round++) {
    let beside = await run(base, round);
    pairs.get(base)!.push({ own: beside, base: beside });
    for (let i = 0; i < others.length; i++) {
      const subject = others[(i + round) % others.length]!;
      const own = await run(subject, round);
      if (i % 2 === 1) beside = await run(base, round);
      pairs.get(subject)!.push({ own, base: beside });
    }
  }
  return pairs;
}

export function besideOf(pairs: readonly Pair<Pick<Cost, 'cpu' | 'p99'>>[]): Beside {
  return {
    share: summary(pairs.map(({ own, base }) => base.cpu / own.cpu)),
    p99Ratio: summary(pairs.map(({ own, base }) => own.p99 / base.p99)),
  };
}
