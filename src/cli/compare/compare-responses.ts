/**
 * Sends the same requests to both sides: first all of them twice, then unsettled ones again, in turns. Finally it sends those that
 * still differ to fresh processes, because Express may not send the same response after a restart either.
 */
import { messageOf } from '../failure.js';
import type { Comparison } from './equality.js';
import { type Ended, FIRST_ROUNDS, History, MOST_ROUNDS } from './history.js';
import type { Ignored } from './ignored.js';
import { type ComparedServer, isSafe, type Pair, sendToBoth } from './pair.js';
import { nameOf, type Request } from './request.js';
import { review } from './review.js';

/** Responses that contain the time in seconds differ only after this long. */
const A_SECOND = 1100;
/** How many fresh processes of each side have to confirm a difference; more if they can get each request only once. */
const REVIEWS = 2;
const STATEFUL_REVIEWS = 3;
/** How often the application may end on a request before the remaining requests are skipped. */
const MOST_RESTARTS = 5;
/** The share of the time after which requests are no longer repeated, and differences are confirmed. */
const SETTLING = 0.8;
/** Milliseconds until the exit of a process is reported after its connection was closed. */
const EXIT_DELAY = 100;

export interface ResponseComparison<Server extends ComparedServer> {
  readonly comparisons: readonly Comparison[];
  /** How many requests were not sent because time was up. */
  readonly left: number;
  /** Why there were no fresh processes to confirm differences; null if there were. */
  readonly unconfirmed: string | null;
  /** The processes that run at the end. */
  readonly pair: Pair<Server>;
}

export interface CompareOptions<Server extends ComparedServer> {
  /** Starts fresh processes of both sides, while the current ones keep running. */
  start(): Promise<Pair<Server>>;
  readonly ignored: Ignored;
  /** Milliseconds for the comparison. */
  readonly milliseconds: number;
  readonly pause?: number;
  report(doing: string, done: number): void;
}

export async function compareResponses<Server extends ComparedServer>(
  first: Pair<Server>,
  requests: readonly Request[],
  options: CompareOptions<Server>,
): Promise<ResponseComparison<Server>> {
  const begin = Date.now();
  const until = begin + options.milliseconds;
  const { histories, pair } = await sendAll(first, requests, options, until);
  const unconfirmed = await confirm(histories, until, options, () =>
    settle(pair, histories, begin + options.milliseconds * SETTLING, options),
  );
  return {
    comparisons: histories.map((history) => history.comparison()),
    left: requests.length - histories.length,
    unconfirmed,
    pair,
  };
}

/** Sends what still differs after `settle` to fresh processes, which start meanwhile; returns why there are none. */
async function confirm<Server extends ComparedServer>(
  histories: readonly History[],
  until: number,
  { start, report }: CompareOptions<Server>,
  settle: () => Promise<void>,
): Promise<string | null> {
  const startFresh = () => start().catch((error: unknown) => messageOf(error));
  let fresh = histories.some(isSuspected) ? startFresh() : null;
  await settle();
  const isStateful = histories.some((history) => history.isStateful && isSuspected(history));
  const reviews = isStateful ? STATEFUL_REVIEWS : REVIEWS;
  for (let i = 0; i < reviews && histories.some(isSuspected) && Date.now() < until; i++) {
    report('confirming differences', 0.8 + (0.2 * i) / reviews);
    const pair = await (fresh ?? startFresh());
    fresh = null;
    if (typeof pair === 'string') return pair;
    await review(pair, histories, until).finally(() => pair.stop());
  }
  const unused = await fresh;
  if (unused !== null && typeof unused !== 'string') await unused.stop();
  return null;
}

async function sendAll<Server extends ComparedServer>(
  first: Pair<Server>,
  requests: readonly Request[],
  { start, ignored, report }: CompareOptions<Server>,
  until: number,
): Promise<{ histories: History[]; pair: Pair<Server> }> {
  const histories: History[] = [];
  const getters = new Map<string, History>();
  let pair = first;
  let restarts = 0;
  for (const [i, request] of requests.entries()) {
    if (Date.now() > until && i > 0) break;
    report(nameOf(request), (0.6 * i) / requests.length);
    const followed = request.method === 'HEAD' ? getters.get(keyOf(request)) : undefined;
    const isStateful = !isSafe(request) && pair.reset === null;
    const history = new History(request, { ignored, followed, isStateful });
    histories.push(history);
    if (request.method === 'GET') getters.set(keyOf(request), history);
    history.ended = await sendFirst(pair, history);
    if (history.ended === null) continue;
    if (++restarts > MOST_RESTARTS) break;
    await pair.stop();
    pair = await start();
  }
  return { histories, pair };
}

/** Returns the side whose process ended because of the request. */
async function sendFirst(pair: Pair, history: History): Promise<Ended | null> {
  // A response that does not end takes the full timeout on each side, so it is not repeated.
  for (let i = 0; i < FIRST_ROUNDS && history.isComplete; i++)
    history.add(await sendToBoth(pair, history.request, 0));
  if (history.isComplete) return null;
  await delay(EXIT_DELAY);
  if (pair.express.isRunning && pair.maglev.isRunning) return null;
  if (pair.express.isRunning) return 'maglev';
  return pair.maglev.isRunning ? 'express' : 'both';
}

/** Repeats requests, in turns, until all are settled or time is up. Without a reset, it skips those that may change data. */
async function settle<Server extends ComparedServer>(
  pair: Pair<Server>,
  histories: readonly History[],
  until: number,
  { report, pause = A_SECOND }: CompareOptions<Server>,
): Promise<void> {
  let open = histories.filter((history) => !history.isStateful && history.isOpen);
  const all = open.length;
  for (let round = FIRST_ROUNDS; round < MOST_ROUNDS && open.length > 0; round++) {
    if (round === FIRST_ROUNDS) await delay(pause);
    for (const history of open) {
      if (Date.now() > until || !pair.express.isRunning || !pair.maglev.isRunning) return;
      report(`again: ${nameOf(history.request)}`, 0.6 + 0.2 * (1 - open.length / all));
      history.add(await sendToBoth(pair, history.request, round));
    }
    open = open.filter((history) => history.isOpen);
  }
}

function isSuspected(history: History): boolean {
  return history.suspects().length > 0;
}

/** The same for requests that differ only in their method. */
function keyOf({ path, headers }: Request): string {
  return JSON.stringify([path, headers]);
}

function delay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
