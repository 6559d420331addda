/** What text and page say about the answers. */
import type { Comparison } from './equality.js';
import { nameOf } from './request.js';
import { count, type RefusedRoute, type Result, refusedRoutes, statusesByRoute } from './result.js';

/** How many names stand in a sentence. */
const NAMED = 5;

/** One sentence about equality. */
export function verdictOf(result: Result): string {
  const { comparisons, requests } = result;
  const all = requestsOf(comparisons.length);
  const different = count(result, 'different');
  if (different > 0) return `${different} of ${all} got different answers.`;
  const same = count(result, 'equal', 'varies');
  const named = comparisons.some((one) => one.named) ? ', but for X-Powered-By,' : '';
  const varying = count(result, 'varies');
  const parts = varying > 0 ? `; ${varying} with parts that change each time` : '';
  const isWhole = same === comparisons.length && requests.left === 0;
  const who = isWhole
    ? `All of ${all}`
    : `Not finished: ${same} of ${requestsOf(comparisons.length + requests.left)}`;
  return `${who} got the same answers${named} header for header and byte for byte${parts}.`;
}

/** The requests of which it is not known whether their answers are the same, by the reason. */
export function unfinishedOf({ comparisons }: Result): { readonly why: string; readonly names: string[] }[] {
  const reasons = [
    ['unsettled', 'Different so far, but not confirmed by fresh processes'],
    ['crashed', 'The application ends on both sides'],
    ['unanswered', 'No answer on either side'],
    ['unfinished', 'No end of the answer on either side'],
  ] as const;
  return reasons
    .map(([wanted, why]) => ({
      why,
      names: comparisons.filter(({ verdict }) => verdict === wanted).map(({ request }) => nameOf(request)),
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
      ? `No request could be made for ${skipped.join(', ')}: --requests takes your own.`
      : '',
    elsewhere > 0 ? `Left out, as they are for other hosts: ${requestsOf(elsewhere)}.` : '',
    unsafe > 0
      ? `Left out, as they may change something: ${requestsOf(unsafe)}; --unsafe asks them, too.`
      : '',
    shared === null
      ? ''
      : `Both sides have written to the same folder, as ${shared}: --setup can tell them apart.`,
    unconfirmed === null
      ? ''
      : `What differs could not be shown to fresh processes, which did not start: ${unconfirmed}`,
    left > 0 ? `Not asked, as time was over: ${requestsOf(left)}; --time gives more of it.` : '',
  ].filter(Boolean);
}

function refusedRemark(result: Result, refused: readonly RefusedRoute[]): string {
  const by = [401, 403, 404].flatMap((status) => {
    const number = refused.filter((one) => one.status === status).length;
    return number > 0 ? [`${status}: ${number}`] : [];
  });
  const names = listOf(refused.map(({ route }) => route));
  return `${refused.length} of ${statusesByRoute(result).size} routes answered nothing but 401, 403 or 404 (${by.join(', ')}), so that what is behind was not compared: ${names}. --header or --login lets requests in, --param and --requests ask for what is there.`;
}

/** A part that changes each time, with the requests on which it does. */
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

/** All items of a list are one place. */
function placeOf(part: string): string {
  return part.replace(/\/\d+(?=\/|$)/g, '/*');
}
