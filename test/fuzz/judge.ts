/** Checks an outcome by itself and against that of Express. */
import { isDeepStrictEqual } from 'node:util';
import { headerOf } from '../support/response-reader.js';
import type { Case, Outcome } from './connection.js';

/** The fault of an outcome, independent of Express; undefined if there is none. */
export function faultOf(own: Case, outcome: Outcome): string | undefined {
  const { first, valid, attack } = own;
  if (outcome.hung) return 'the connection hangs';
  if (outcome.responses.length < valid.length) {
    return `only ${outcome.responses.length} of ${valid.length} valid requests got a response`;
  }
  for (const [index, response] of outcome.responses.entries()) {
    const id = headerOf(response, 'X-Id');
    // Sent by Node, for instance because of a timeout.
    if (id === undefined) return `response ${index} is not from the application`;
    if (id !== String(first + index)) return `response ${index} belongs to another request`;
  }
  for (const [, id] of outcome.afterAttack.matchAll(/\r\nX-Id: (\d+)\r\n/g)) {
    // An attack may have changed its own id.
    if (id !== lastId(own) && !attack.includes(id!))
      return `the response belongs to another connection, for ${id}`;
  }
  return undefined;
}

/** How the outcome differs from that of Express; undefined if it does not. */
export function differenceOf(own: Case, actual: Outcome, expected: Outcome): string | undefined {
  if (!isDeepStrictEqual(actual.responses, expected.responses))
    return 'the responses to valid requests differ';
  if (own.leaves || actual.afterAttack === expected.afterAttack) return undefined;
  if (survives(own, actual) || survives(own, expected)) return 'the responses to the attack differ';
  return refusalsMatch(actual.afterAttack, expected.afterAttack)
    ? undefined
    : 'the refusals of the attack differ';
}

/** The id of the request after the attack. */
export function lastId({ first, valid }: Case): string {
  return String(first + valid.length + 1);
}

/** Whether the request after the attack got a response. */
function survives(own: Case, { afterAttack }: Outcome): boolean {
  return afterAttack.includes(`\r\nX-Id: ${lastId(own)}\r\n`);
}

/**
 * Node rejects malformed bytes immediately and drops pending responses, so their number varies. The responses that both
 * servers have sent must be the same.
 */
function refusalsMatch(actual: string, expected: string): boolean {
  const [ours, theirs] = [responsesIn(actual), responsesIn(expected)];
  const both = Math.min(ours.length, theirs.length);
  return ours.slice(0, both).join('') === theirs.slice(0, both).join('');
}

/** The responses that the framework sent, without those of Node. */
function responsesIn(bytes: string): string[] {
  return bytes.split(/(?=HTTP\/1\.1 \d)/).filter((response) => response.includes('\r\nX-Powered-By: '));
}
