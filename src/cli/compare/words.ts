/** What text and page say about the responses. */
import { offTexts } from '../fast-path-text.js';
import type { Comparison } from './equality.js';
import { nameOf, nameWithBody } from './request.js';
import { count, type RefusedRoute, type Result, refusedRoutes, statusesByRoute } from './result.js';

/** The maximum number of names in a sentence. */
const NAMED = 5;

/** One sentence about equality. */
export function verdictOf(result: Result): string {
  const { comparisons, requests } = result;
  const all = requestsOf(comparisons.length);
  const different = count(result, 'different');
  if (different > 0) return `${different} of ${all} got different responses.`;
  const same = count(result, 'equal', 'varies');
  const named = comparisons.some((one) => one.named) ? ', except for X-Powered-By' : '';
  const varying = count(result, 'varies');
  const parts = varying > 0 ? `; ${varying} with parts that change each time` : '';
  const isWhole = same === comparisons.length && requests.left === 0;
  const who = isWhole
    ? `All ${all}`
    : `Not finished: ${same} of ${requestsOf(comparisons.length + requests.left)}`;
  return `${who} got the same responses, header for header and byte for byte${named}${parts}.`;
}

/** The requests without a decision whether their responses are the same, by reason. */
export function unfinishedOf({ comparisons }: Result): { readonly why: string; readonly names: string[] }[] {
  const reasons = [
    ['unsettled', 'Different so far, but not confirmed by fresh processes'],
    ['crashed', 'The application ends on both sides'],
    ['unanswered', 'No response on either side'],
    ['unfinished', 'Incomplete response on both sides'],
  ] as const;
  return reasons
    .map(([wanted, why]) => ({
      why,
      names: comparisons
        .filter(({ verdict }) => verdict === wanted)
        .map(({ request }) => nameWithBody(request)),
    }))
    .filter(({ names }) => names.length > 0);
}

/** What was not compared, and why. */
export function remarks(result: Result): string[] {
  const { skipped, left, unsafe, elsewhere, shared, unconfirmed } = result.requests;
  const refused = refusedRoutes(result);
  return [
    refused.length > 0 ? refusedRemark(result, refused) : '',
    skipped.length > 0
      ? `No request could be generated for ${skipped.join(', ')}: use --requests to send your own.`
      : '',
    elsewhere > 0 ? `Skipped ${requestsOf(elsewhere)} to other hosts.` : '',
    unsafe > 0 ? `Skipped ${requestsOf(unsafe)} that may change data; --unsafe includes such requests.` : '',
    shared === null
      ? ''
      : `Both sides wrote to the same folder, because ${shared}: use --setup to separate them.`,
    unconfirmed === null
      ? ''
      : `Differences could not be confirmed, because fresh processes did not start: ${unconfirmed}`,
    left > 0 ? `Time ran out before ${requestsOf(left)} could be sent. Run longer with --time.` : '',
    ...offTexts(result.fastPaths),
  ].filter(Boolean);
}

function refusedRemark(result: Result, refused: readonly RefusedRoute[]): string {
  const by = [401, 403, 404].flatMap((status) => {
    const number = refused.filter((one) => one.status === status).length;
    return number > 0 ? [`${status}: ${number}`] : [];
  });
  const names = listOf(refused.map(({ route }) => route));
  return `${refused.length} of ${statusesByRoute(result).size} routes only responded with 401, 403 or 404 (${by.join(', ')}), so their handlers were not compared: ${names}. Use --header or --login to authenticate, and --param or --requests to name existing resources.`;
}

/** A part that changes each time, with the requests for which it does. */
export interface VaryingPart {
  readonly part: string;
  readonly names: readonly string[];
}

export function varyingParts(comparisons: readonly Comparison[]): VaryingPart[] {
  const found = new Map<string, Set<string>>();
  for (const { request, varying, verdict } of comparisons) {
    if (verdict === 'different') continue;
    for (const part of varying.map(placeOf)) {
      const names = found.get(part) ?? new Set();
      found.set(part, names.add(nameOf(request)));
    }
  }
  return [...found]
    .map(([part, names]) => ({ part, names: [...names] }))
    .sort((a, b) => b.names.length - a.names.length);
}

/** `header set-cookie changes each time on 50 requests`. */
export function varyingText({ part, names }: VaryingPart): string {
  const where = names.length === 1 ? names[0] : `${requestsOf(names.length)}: ${listOf(names)}`;
  return `${part} changes each time on ${where}`;
}

export function listOf(names: readonly string[]): string {
  const more = names.length - NAMED;
  return names.slice(0, NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

export function requestsOf(number: number): string {
  return `${number} ${number === 1 ? 'request' : 'requests'}`;
}

/** Treats all items of a list as one place. */
function placeOf(part: string): string {
  return part.replace(/\/\d+(?=\/|$)/g, '/*');
}
