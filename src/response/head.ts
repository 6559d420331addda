import { type IncomingMessage, OutgoingMessage, ServerResponse } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import { isNodes } from './own.js';

/** A header as Node keeps it: its name as it was given, and its value. Node writes on it, so no two responses share one. */
export type HeaderEntry = readonly [name: string, value: unknown];

/** The headers of a response by their names in lower case, in the order in which they will be sent. */
export type Head = Record<string, HeaderEntry | undefined>;

const setHeader = ownMember('setHeader');
/** Node's own, to compare with; null where somebody has replaced it before we came. */
export const getHeader = ownMember('getHeader');
/** The symbol under which Node keeps headers. */
export const headerSlot = findSlot();
const slot = process.env.MAGLEV_SHORTCUTS === 'off' ? undefined : headerSlot;

/**
 * The record in which Node itself keeps the headers of a response until they are sent. To write a header there whose
 * name and value are known to be valid is what `setHeader` does, without its checks. Null where that is not so: where
 * somebody has replaced `setHeader` or `getHeader` to see what is set, where the headers are on their way, for objects
 * that are no responses of Node's, and where Node keeps its headers in another way.
 */
export function headOf(res: any): Head | null {
  if (slot === undefined || res._header !== null) return null;
  if (res.setHeader !== setHeader || res.getHeader !== getHeader) return null;
  const head = res[slot];
  if (head !== null) return head ?? null;
  res[slot] = Object.create(null);
  return res[slot];
}

/** Sets a header; its key is the name in lower case, and both are valid. */
export function putHeader(res: any, key: string, name: string, value: string): void {
  const head = headOf(res);
  if (head === null) res.setHeader(name, value);
  else head[key] = [name, value];
}

function ownMember(name: 'setHeader' | 'getHeader'): unknown {
  const member = OutgoingMessage.prototype[name];
  return isNodes(member, 'kOutHeaders') ? member : null;
}

/** Node keeps headers under a symbol that it does not export. What is relied upon is tried out first. */
function findSlot(): symbol | undefined {
  const probe = new ServerResponse({ method: 'GET' } as IncomingMessage) as any;
  const found = Object.getOwnPropertySymbols(probe).find(({ description }) => description === 'kOutHeaders');
  if (found === undefined || probe[found] !== null || probe._header !== null) return undefined;
  probe.setHeader('X-Set', 'a');
  const expected = Object.assign(Object.create(null), { 'x-set': ['X-Set', 'a'] });
  if (!isDeepStrictEqual(probe[found], expected)) return undefined;
  probe[found]['x-put'] = ['X-Put', 'b'];
  return probe.getHeader('X-Put') === 'b' ? found : undefined;
}
