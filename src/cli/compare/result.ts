import type { FastPath } from '../../contracts/fast-path.js';
import { documentedRow } from './documented.js';
import { type Comparison, OPEN, type Verdict } from './equality.js';
import { gainOf } from './gain.js';
import type { Speed } from './measure.js';

/** The result of `maglev compare`. */
export interface Result {
  readonly app: string;
  readonly versions: { readonly node: string; readonly express: string; readonly maglev: string };
  /** The major version of the Express that both sides act as. */
  readonly express: string;
  readonly processor: string;
  readonly date: string;
  /** The duration of comparing the responses, without the start of the application. */
  readonly seconds: number;
  readonly requests: {
    /** The source of the requests: a file, or the route table. */
    readonly source: string;
    /** Routes for which no request could be generated. */
    readonly skipped: readonly string[];
    /** Requests that were not sent because time was up. */
    readonly left: number;
    /** Requests that were skipped because they may change data. */
    readonly unsafe: number;
    /** Requests of a HAR file to other hosts. */
    readonly elsewhere: number;
    /** Why both sides wrote to the same folder; null if they did not, or had nothing to write. */
    readonly shared: string | null;
    /** Why differences could not be confirmed by fresh processes; null if they could. */
    readonly unconfirmed: string | null;
  };
  readonly comparisons: readonly Comparison[];
  /** Which are on in the process of maglev; none if that has ended. */
  readonly fastPaths: readonly FastPath[];
  /** Null if it was not measured; only notes if it could not be. */
  readonly speed: Speed | { readonly notes: readonly string[] } | null;
}

/** Exit codes. */
const EQUAL = 0;
const DIFFERENT = 1;
const NOT_FINISHED = 3;

/** Statuses of requests that did not reach a handler. */
const REFUSALS = [401, 403, 404];

export function count({ comparisons }: Pick<Result, 'comparisons'>, ...wanted: Verdict[]): number {
  return comparisons.filter(({ verdict }) => wanted.includes(verdict)).length;
}

export function isMeasured(speed: Result['speed']): speed is Speed {
  return speed !== null && 'overall' in speed;
}

export function exitCodeOf(result: Result): number {
  if (count(result, 'different') > 0) return DIFFERENT;
  return isFinished(result) ? EQUAL : NOT_FINISHED;
}

/** Whether each request was sent and got its response. */
export function isFinished(result: Result): boolean {
  return count(result, ...OPEN) === 0 && result.requests.left === 0;
}

/** A route that responded only with 401, 403 or 404. */
export interface RefusedRoute {
  readonly route: string;
  readonly status: number;
}

export function refusedRoutes(result: Pick<Result, 'comparisons'>): RefusedRoute[] {
  return [...statusesByRoute(result)]
    .filter(([, statuses]) => statuses.every((status) => REFUSALS.includes(status)))
    .map(([route, [status]]) => ({ route, status: status! }));
}

/** The statuses of the responses for each route; without OPTIONS, which the router handles, and without unknown paths. */
export function statusesByRoute({ comparisons }: Pick<Result, 'comparisons'>): Map<string, number[]> {
  const statuses = new Map<string, number[]>();
  for (const { request, status } of comparisons) {
    if (request.method === 'OPTIONS' || request.route.startsWith('(')) continue;
    statuses.set(request.route, [...(statuses.get(request.route) ?? []), status]);
  }
  return statuses;
}

/** The result as JSON for programs, with all bodies as text. */
export function jsonOf(result: Result): string {
  const comparisons = result.comparisons.map((comparison) => {
    const { request, ...rest } = comparison;
    const { method, path, route, body } = request;
    const documented = documentedRow(comparison, result.express);
    return { method, path, body: body?.toString() ?? null, route, documented, ...rest };
  });
  const { requests, speed } = result;
  return JSON.stringify(
    {
      ...result,
      equal: exitCodeOf(result) === EQUAL,
      finished: isFinished(result),
      requests: { ...requests, refused: refusedRoutes(result) },
      comparisons,
      speed: isMeasured(speed) ? { ...speed, gain: gainOf(speed) } : speed,
    },
    null,
    2,
  );
}
