/** Asks both sides the same, in the same order, often enough to tell a difference from what is different each time. */
import type { Answer, Client } from './answer.js';
import { type Comparison, compare } from './equality.js';
import { nameOf, type Request, SAFE } from './request.js';
import type { Side } from './side.js';

/** Answers with the time in seconds look the same twice, and then do not. */
const A_SECOND = 1100;
/** How often a suspicion is looked into. */
const MORE = 2;

/** A connection ends a little before its process does. */
const FAREWELL = 100;

export interface Proof {
  readonly comparisons: readonly Comparison[];
  /** How many requests were not asked any more. */
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
    if (comparison.isCut) await new Promise((resolve) => setTimeout(resolve, FAREWELL));
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
  // An answer that does not end costs its whole time on each side; asking again would tell nothing new.
  if (answers.flat().every(({ error }) => error === null)) await ask();
  let comparison = compare(request, ...answers);
  for (let i = 0; i < MORE && comparison.verdict === 'different' && SAFE.includes(request.method); i++) {
    await new Promise((resolve) => setTimeout(resolve, i === 0 ? A_SECOND : 0));
    await ask();
    comparison = compare(request, ...answers);
  }
  return comparison;
}
