/**
 * A path is regular if it starts with a slash, has no empty segments, and is printable ASCII without `#`. Only regular
 * paths are looked up in programs. For the others, which are rare, the table is scanned: RegExps fold the case of other
 * characters by rules that `toLowerCase` does not follow.
 */

/** The end of a regular path and flags for what it contains, in one number, so that reading a path allocates nothing. */
export type PathFlags = number;

export const MUST_SCAN: PathFlags = -1;
const SLASHED = 1;
const ENCODED = 2;
const UPPER = 4;
const END_SHIFT = 3;

const SLASH = 47;
/** What a character means for a path: one of the flags above, one of these, or nothing. */
const SEPARATOR = 8;
const QUERY = 16;
const IRREGULAR = 32;
const MEANINGS = Uint8Array.from({ length: 128 }, (_, code) => meaningOf(String.fromCharCode(code)));

function meaningOf(character: string): number {
  if (character === '/') return SEPARATOR;
  if (character === '?') return QUERY;
  if (character === '%') return ENCODED;
  if (character <= ' ' || character === '#') return IRREGULAR;
  return character >= 'A' && character <= 'Z' ? UPPER : 0;
}

/** Reads the path at the beginning of `url`, up to a `?` or the end, in one pass. */
export function readPath(url: string): PathFlags {
  if (url.charCodeAt(0) !== SLASH) return MUST_SCAN;
  const length = url.length;
  let previous = SLASH;
  let flags = 0;
  let end = 1;
  for (; end < length; end++) {
    const code = url.charCodeAt(end);
    if (code >= 128) return MUST_SCAN;
    const meaning = MEANINGS[code]!;
    if (meaning === SEPARATOR) {
      if (previous === SLASH) return MUST_SCAN;
    } else if (meaning >= QUERY) {
      if (meaning === IRREGULAR) return MUST_SCAN;
      break;
    } else {
      flags |= meaning;
    }
    previous = code;
  }
  if (end > 1 && previous === SLASH) flags |= SLASHED;
  return (end << END_SHIFT) | flags;
}

/** The flags of a path that is a key of a static map. */
export function flagsOfKey(key: string): PathFlags {
  return key.length << END_SHIFT;
}

/** Where the path ends. */
export function endOf(pathFlags: PathFlags): number {
  return pathFlags >> END_SHIFT;
}

/** Whether the path ends with a slash (and is not just one). */
export function isSlashed(pathFlags: PathFlags): boolean {
  return (pathFlags & SLASHED) !== 0;
}

/** Whether the path contains a percent sign. Decoding may then fail in routes of other methods too, as in Express. */
export function isEncoded(pathFlags: PathFlags): boolean {
  return (pathFlags & ENCODED) !== 0;
}

/** The path in lower case without the trailing slash: the key of static maps. */
export function keyOf(url: string, pathFlags: PathFlags): string {
  const end = endOf(pathFlags) - (pathFlags & SLASHED);
  const key = end === url.length ? url : url.slice(0, end);
  return (pathFlags & UPPER) === 0 ? key : key.toLowerCase();
}
