import type { Comparison, Verdict } from './equality.js';
import type { Speed } from './measure.js';

/** The result of `maglev compare`. */
export interface Result {
  readonly app: string;
  readonly versions: { readonly node: string; readonly express: string; readonly maglev: string };
  /** The major version of the Express that both sides answer as. */
  readonly express: string;
  readonly processor: string;
  readonly date: string;
  readonly requests: {
    /** Where they are from: a file, or the route table. */
    readonly source: string;
    /** Routes for which no request could be made. */
    readonly skipped: readonly string[];
    /** Requests there was no time for. */
    readonly left: number;
    /** Those left out because they may change something. */
    readonly unsafe: number;
  };
  readonly comparisons: readonly Comparison[];
  /** Null if it was not measured; only notes if it could not be. */
  readonly speed: Speed | { readonly notes: readonly string[] } | null;
}

export function count({ comparisons }: Result, wanted: Verdict): number {
  return comparisons.filter(({ verdict }) => verdict === wanted).length;
}

export function isMeasured(speed: Result['speed']): speed is Speed {
  return speed !== null && 'overall' in speed;
}

/** The result as JSON for machines: requests without their bytes, bodies of differences as text. */
export function jsonOf(result: Result): string {
  const comparisons = result.comparisons.map(({ request: { method, path, route }, ...rest }) => {
    return { method, path, route, ...rest };
  });
  return JSON.stringify({ ...result, equal: count(result, 'different') === 0, comparisons }, null, 2);
}
