/** A set of characters as bits: one for each ASCII character, and one for all others. */
export type Charset = bigint;

const OTHERS = 128;

export const NOTHING: Charset = 0n;
export const EVERYTHING: Charset = (1n << BigInt(OTHERS + 1)) - 1n;
export const LINE: Charset = without(EVERYTHING, union(one(10), one(13)));
export const DIGITS: Charset = range(48, 57);
export const WORD: Charset = union(DIGITS, range(65, 90), range(97, 122), one(95));
export const SPACES: Charset = union(range(9, 13), one(32), one(OTHERS));
/** The characters of request paths: all printable ones. */
export const IN_PATHS: Charset = without(EVERYTHING, range(0, 32));
/** The printable characters of ASCII. */
const USUAL: Charset = without(IN_PATHS, one(OTHERS));

export function one(code: number): Charset {
  return 1n << BigInt(Math.min(code, OTHERS));
}

export function range(from: number, to: number): Charset {
  let set = NOTHING;
  for (let code = from; code <= Math.min(to, OTHERS); code++) set |= one(code);
  return set;
}

export function union(...sets: readonly Charset[]): Charset {
  return sets.reduce((all, set) => all | set, NOTHING);
}

export function without(set: Charset, others: Charset): Charset {
  return set & ~others;
}

/** Whether the set has all printable ASCII characters. */
export function isUniversal(set: Charset): boolean {
  return (set & USUAL) === USUAL;
}

/** The set with the other case of its letters. */
export function foldCase(set: Charset): Charset {
  const upper = (set & range(97, 122)) >> 32n;
  const lower = (set & range(65, 90)) << 32n;
  return set | upper | lower;
}
