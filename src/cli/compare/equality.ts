/** Whether two servers send the same responses, header for header and byte for byte. */
import type { Request } from './request.js';

export type SideName = 'express' | 'maglev';

/** A part in which the responses differ. */
export interface Difference {
  /** `status`, `header ETag`, `order of headers`, `body`, `body /users/0/name`, ... */
  readonly what: string;
  readonly express: string;
  readonly maglev: string;
}

export type Verdict =
  | 'equal'
  /** The same, except for parts that change each time on each side: times, random names. */
  | 'varies'
  | 'different'
  /** Different so far, but there was no time for fresh processes. */
  | 'unsettled'
  /** Neither side ends its response, and both started the same one: streams, long polls. */
  | 'unfinished'
  /** Neither side sends a response. */
  | 'unanswered'
  /** The application ends on both sides. */
  | 'crashed';

/** Verdicts that do not decide whether the responses are the same. */
export const OPEN: readonly Verdict[] = ['unsettled', 'unfinished', 'unanswered', 'crashed'];

export interface Comparison {
  readonly request: Request;
  readonly verdict: Verdict;
  /** The status on the Express side. */
  readonly status: number;
  /** Bytes of the body, if they are the same each time; null if not. */
  readonly length: number | null;
  readonly differences: readonly Difference[];
  readonly varying: readonly string[];
  /** How often the request was sent to each side. */
  readonly sent: number;
  /** Whether `X-Powered-By` names the framework, the only intended difference. */
  readonly named: boolean;
}
