/** The pairs of a urlencoded text in whose keys nothing is nested: fast-querystring makes of it what qs would. */
import { parse } from 'fast-querystring';

const ESCAPED_BRACKET = /%5[BbDd]/;

const PLUS = 0x2b;
const SPACE = 0x20;
/** In texts shorter than this, replacing each plus where it stands costs no more than a copy of all. */
const LONG = 256;

/** Whether nothing is nested: brackets mean something to qs in any mode. */
export function isPlain(text: string): boolean {
  // The searches for fixed texts are ten times as fast as the regular expression.
  return !(text.includes('[') || text.includes(']') || (text.includes('%5') && ESCAPED_BRACKET.test(text)));
}

/** Stops at one too many: a hostile text may hold millions. */
export function countPairs(text: string, limit: number): number {
  let count = 1;
  let index = text.indexOf('&');
  while (index !== -1 && count <= limit) {
    count++;
    index = text.indexOf('&', index + 1);
  }
  return count;
}

/** For a plain text in UTF-8. Values are strings, or arrays of them where a key comes more than once. */
export function readPairs(text: string): Record<string, unknown> {
  const pairs = parse(text.length >= LONG && text.includes('+') ? withSpaces(text) : text);
  // qs drops a key without a name, and one that would not be a field.
  if ('' in pairs) delete pairs[''];
  if ('__proto__' in pairs) Reflect.deleteProperty(pairs, '__proto__');
  // An ordinary object is due. Copying into one takes as long as parsing did.
  return Object.setPrototypeOf(pairs, Object.prototype);
}

/** Among bytes a plus is replaced in place; in strings, each one replaced costs more than reading its pair. */
function withSpaces(text: string): string {
  const bytes = Buffer.from(text);
  for (let i = bytes.indexOf(PLUS); i < bytes.length; i++) {
    if (bytes[i] === PLUS) bytes[i] = SPACE;
  }
  return bytes.toString();
}
