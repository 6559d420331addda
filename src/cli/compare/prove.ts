/** Sends both sides the same requests, several times, to tell differences from what varies each time. */
import type { Answer, Client } from './answer.js';
import { type Comparison, compare } from './equality.js';
import { nameOf, type Request, SAFE } from './request.js';
import type { Side } from './side.js';

/** Answers that contain the time in seconds only differ after that long. */
const A_SECOND = 1100;
/** How often a difference is checked again. */
const EXTRA_ROUNDS = 2;

/** Milliseconds until the exit of a process is seen after its connection was closed. */
const EXIT_DELAY = 100;

export interface Proof {
  readonly comparisons: readonly Comparison[];
  /** How many requests were not sent, for lack of time. */
  readonly left: number;
  /** The request at which a side ended. */
  readonly fatal: string | null;
}

/** `until` is the time by `Date.now()` after which no more is asked. */
export async function prove(
  express: Side,
  maglev: Side,
  requests: readonly Request[],
  until: number,
  tell: (name: string, done: number) => void,
): Promise<Proof> {
  const comparisons: Comparison[] = [];
  for (const [i, request] of requests.entries()) {
    if (Date.now() > until && i > 0) return { comparisons, left: requests.length - i, fatal: null };
    tell(nameOf(request), i / requests.length);
    const comparison = await proveOne(express.client, maglev.client, request);
    comparisons.push(comparison);
    if (comparison.isCut) await new Promise((resolve) => setTimeout(resolve, EXIT_DELAY));
    if (!express.isRunning || !maglev.isRunning) {
      return { comparisons, left: requests.length - i - 1, fatal: nameOf(request) };
    }
  }
  return { comparisons, left: 0, fatal: null };
}

async function proveOne(express: Client, maglev: Client, request: Request): Promise<Comparison> {
  const answers: [Answer[], Answer[]] = [[], []];
  const ask = async () => {
    answers[0].push(await express.ask(request));
    answers[1].push(await maglev.ask(request));
  };
  await ask();
  // An answer that does not end takes the whole timeout on each side, so it is not repeated.
  if (answers.flat().every(({ error }) => error === null)) await ask();
  let comparison = compare(request, ...answers);
  for (
    let i = 0;
    i < EXTRA_ROUNDS && comparison.verdict === 'different' && SAFE.includes(request.method);
    i++
  ) {
    await new Promise((resolve) => setTimeout(resolve, i === 0 ? A_SECOND : 0));
    await ask();
    comparison = compare(request, ...answers);
  }
  return comparison;
}
