/** What must hold of an outcome by itself, and beside that of Express. */
import { isDeepStrictEqual } from 'node:util';
import { headerOf } from '../support/answers.js';
import type { Case, Outcome } from './connection.js';

/** What is wrong with an outcome, whatever Express does; undefined if nothing is. */
export function faultOf(own: Case, outcome: Outcome): string | undefined {
  const { first, tame, wild } = own;
  if (outcome.hung) return 'the connection hangs';
  if (outcome.tame.length < tame.length) {
    return `only ${outcome.tame.length} of ${tame.length} honest requests are answered`;
  }
  for (const [index, answer] of outcome.tame.entries()) {
    if (headerOf(answer, 'X-Id') !== String(first + index))
      return `answer ${index} is that of another request`;
  }
  for (const [, id] of outcome.wild.matchAll(/\r\nX-Id: (\d+)\r\n/g)) {
    // An attack may have changed its own id, too.
    if (id !== lastId(own) && !wild.includes(id!)) return `somebody else's answer, for ${id}`;
  }
  return undefined;
}

/** How the outcome differs from that of Express; undefined if it does not. */
export function differenceOf(own: Case, actual: Outcome, expected: Outcome): string | undefined {
  if (!isDeepStrictEqual(actual.tame, expected.tame)) return 'the honest requests are answered otherwise';
  if (own.leaves || actual.wild === expected.wild) return undefined;
  if (survives(own, actual) || survives(own, expected)) return 'the attack is answered otherwise';
  return refusedAlike(actual.wild, expected.wild) ? undefined : 'the attack is refused otherwise';
}

/** The id of the request behind the attack. */
export function lastId({ first, tame }: Case): string {
  return String(first + tame.length + 1);
}

/** Whether the request behind the attack was answered. */
function survives(own: Case, { wild }: Outcome): boolean {
  return wild.includes(`\r\nX-Id: ${lastId(own)}\r\n`);
}

/**
 * Node refuses what it cannot read at once, and drops answers that are not written by then: how many there are is a
 * matter of luck. Those that both have sent must be the same.
 */
function refusedAlike(actual: string, expected: string): boolean {
  const [ours, theirs] = [answersIn(actual), answersIn(expected)];
  const both = Math.min(ours.length, theirs.length);
  return ours.slice(0, both).join('') === theirs.slice(0, both).join('');
}

/** The answers that the framework made, not Node. */
function answersIn(wild: string): string[] {
  return wild.split(/(?=HTTP\/1\.1 \d)/).filter((answer) => answer.includes('\r\nX-Powered-By: '));
}
