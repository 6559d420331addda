/**
 * Confirms differences with fresh processes: a part that changes on Express after a restart is not a difference of maglev.
 * Examples are a process id, a start time, a name generated at startup, and everything that earlier requests have stored.
 */
import { FIRST_ROUNDS, type History, type Round } from './history.js';
import { differs, isVarying, type Series } from './judge.js';
import { isSafe, type Pair, sendToBoth } from './pair.js';

/** How often a request is sent to a fresh process for a difference that does not occur each time. */
const ROUNDS = 12;

/** Repeats all requests in order, and excuses the parts that Express itself does not repeat. */
export async function review(pair: Pair, histories: readonly History[], until: number): Promise<void> {
  const isOver = () => Date.now() > until || !pair.express.isRunning || !pair.maglev.isRunning;
  const repeated = new Map<History, Round[]>();
  for (const history of histories) {
    if (isOver()) return;
    // Responses that do not end would take the full timeout again.
    if (history.ended !== null || (!history.isComplete && history.suspects().length === 0)) continue;
    const rounds: Round[] = [];
    while (rounds.length < Math.min(FIRST_ROUNDS, history.rounds.length))
      rounds.push(await sendToBoth(pair, history.request, 0));
    repeated.set(history, rounds);
  }
  for (const [history, rounds] of repeated) {
    const suspects = history.suspects();
    const isMissing = () => suspects.some((part) => !isPresent(history.series(rounds).get(part)));
    while (!history.isStateful && history.isComplete && isMissing() && rounds.length < ROUNDS && !isOver())
      rounds.push(await sendToBoth(pair, history.request, rounds.length));
    excuse(history, suspects, rounds);
  }
}

function excuse(history: History, suspects: readonly string[], rounds: readonly Round[]): void {
  const [before, now] = [history.series(), history.series(rounds)];
  for (const part of suspects) {
    const fresh = now.get(part);
    if (!isPresent(fresh) || !isRepeated(history, before.get(part)!, fresh!)) history.excused.add(part);
  }
  history.isReviewed = true;
}

/** Whether Express sends the same as before where the sides differed. */
function isRepeated({ request }: History, { express, maglev }: Series, fresh: Series): boolean {
  // A part that changes each time on Express, and never on maglev, does not have to be repeated.
  if (isSafe(request) && isVarying(express) && !isVarying(maglev)) return true;
  const first = express.slice(0, FIRST_ROUNDS);
  return (
    first.every((value, i) => value === maglev[i] || value === fresh.express[i]) &&
    fresh.express.slice(FIRST_ROUNDS).every((value) => express.includes(value))
  );
}

function isPresent(series: Series | undefined): boolean {
  return series !== undefined && differs(series);
}
