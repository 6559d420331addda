/** The CPU time that the swap would save, as far as the rounds agree on it. */
import { short } from '../page/text.js';
import { rowsOf, timesOf } from './figures.js';
import type { Speed } from './measure.js';

export interface Gain {
  readonly verdict: 'saves' | 'costs' | 'tied' | 'none';
  /** The share of Express's CPU time that is saved, with its interval; null without a verdict. */
  readonly saved: Saved | null;
  readonly sentence: string;
}

interface Saved {
  readonly median: number;
  readonly low: number;
  readonly high: number;
}

/** Shares within this distance are reported as one. */
const ONE = 0.06;
/** If the gain is at most this, nothing is gained. */
const NOTHING = 0.05;

export function gainOf(speed: Speed): Gain {
  const { unsettled, overall } = speed;
  if (unsettled !== null) return none(unsettled);
  const [cpu] = rowsOf(overall, speed);
  const times = timesOf(cpu!);
  if (times === undefined) return none('there were too few rounds');
  const saved = { median: share(times.median), low: share(times.low), high: share(times.high) };
  const verdict = verdictOf(saved);
  if (verdict === 'none')
    return none(
      `the rounds do not agree on which costs less (they range from ${percent(saved.low)} to ${percent(saved.high)} % of CPU time saved)`,
    );
  return { verdict, saved, sentence: SENTENCES[verdict](saved, overall.express.cpu.median) };
}

function none(why: string): Gain {
  return {
    verdict: 'none',
    saved: null,
    sentence: `No verdict on CPU time: ${why}. Run longer with --time.`,
  };
}

function verdictOf({ low, high }: Saved): Gain['verdict'] {
  if (low <= 0 && high >= 0) return low >= -NOTHING && high <= NOTHING ? 'tied' : 'none';
  return low > 0 ? 'saves' : 'costs';
}

/** `saved` is the saving, `theirs` the microseconds of a request on Express. */
const SENTENCES: Readonly<
  Record<Exclude<Gain['verdict'], 'none'>, (saved: Saved, theirs: number) => string>
> = {
  saves(saved, theirs) {
    const { median, low, high } = saved;
    if (!isOne(saved))
      return `maglev saves between ${percent(low)} and ${percent(high)} % of the ${short(theirs)} µs of CPU time per request. Run longer with --time for a narrower range.`;
    const ours = theirs * (1 - median);
    return `maglev saves ${percent(median)} % of the CPU time (${percent(low)}-${percent(high)}): ${short(theirs - ours)} of ${short(theirs)} µs per request. A core that serves ${short(1e6 / theirs)} requests per second on Express could serve ${short(1e6 / ours)}.`;
  },
  costs(saved, theirs) {
    const [median, low, high] = [-saved.median, -saved.high, -saved.low];
    return isOne(saved)
      ? `maglev costs ${percent(median)} % more CPU time (${percent(low)}-${percent(high)}): ${short(median * theirs)} µs per request.`
      : `maglev costs between ${percent(low)} and ${percent(high)} % more CPU time. Run longer with --time for a narrower range.`;
  },
  tied({ low, high }) {
    const most = Math.max(-low, high);
    return `maglev and Express are tied: the difference is at most ${Math.ceil(100 * most)} %. maglev saves no CPU time here.`;
  },
};

function isOne({ low, high }: Saved): boolean {
  return high - low <= ONE;
}

/** The saving for something that costs that many times more. */
function share(times: number): number {
  return 1 - 1 / times;
}

function percent(share: number): string {
  return (100 * share).toFixed(0);
}
