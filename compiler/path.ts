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
const PERCENT = 37;
const QUESTION = 63;
const HASH = 35;
const SPACE = 32;

/** Reads the path at the beginning of `url`, up to a `?` or the end, in one pass. */
export function readPath(url: string): PathFlags {
  if (url.charCodeAt(0) !== SLASH) return MUST_SCAN;
  const length = url.length;
  let previous = SLASH;
  let flags = 0;
  let end = 1;
  for (; end < length; end++) {
    const code = url.charCodeAt(end);
    if (code === SLASH) {
      if (previous === SLASH) return MUST_SCAN;
    } else if (code >= 97 && code < 128) {
      // Most characters are lower case letters.
    } else if (code === QUESTION) {
      break;
    } else if (code <= SPACE || code === HASH || code >= 128) {
      return MUST_SCAN;
    } else if (code === PERCENT) {
      flags |= ENCODED;
    } else if (code >= 65 && code <= 90) {
      flags |= UPPER;
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
